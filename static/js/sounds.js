// Short sounds of the board, made here: noise and a falling tone, no files. Loaded when the first one is wanted.
const context = new AudioContext();
const SOUNDS = {
  tile: { low: 90, time: 0.16, noise: 0.35, dull: 900 },
  build: { low: 320, time: 0.09, noise: 0.2, dull: 2600 },
  eruption: { low: 48, time: 0.7, noise: 0.6, dull: 420 },
};

function noise(time) {
  const buffer = context.createBuffer(1, context.sampleRate * time, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  return new AudioBufferSourceNode(context, { buffer });
}

export function play(name) {
  const { low, time, noise: loud, dull } = SOUNDS[name];
  const now = context.currentTime;
  context.resume();
  const tone = new OscillatorNode(context, { frequency: low * 2 });
  const fading = new GainNode(context, { gain: 0.5 });
  tone.frequency.exponentialRampToValueAtTime(low, now + time);
  fading.gain.exponentialRampToValueAtTime(0.001, now + time);
  tone.connect(fading).connect(context.destination);
  const rush = noise(time);
  rush
    .connect(new BiquadFilterNode(context, { frequency: dull }))
    .connect(new GainNode(context, { gain: loud }))
    .connect(context.destination);
  rush.start(now);
  tone.start(now);
  tone.stop(now + time);
}
