/* The picture of a page as a file to pass on. Loaded when somebody shares one, since few do. */

/* No files where the machine passes on addresses only. */
export async function filesToShare(address, name) {
  const answer = await fetch(address);
  const files = [new File([await answer.blob()], name, { type: "image/png" })];
  return navigator.canShare?.({ files }) ? files : undefined;
}
