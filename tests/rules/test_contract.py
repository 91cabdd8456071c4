"""Every game keeps what the site relies on, whatever its rules are: those in RULES, and one that has all the rest."""

import json
import pickle
import random
from itertools import groupby

import pytest

from games.registry import READABLE, RULES, Game, IllegalTurn, RecordError, Refusal, Rules
from games.replays import replay_game
from tests.lanterns import Lanterns, WindyLanterns

GAMES: list[Rules] = [*READABLE.values(), Lanterns(), WindyLanterns()]
SEED = "0123456789abcdef" * 4
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.key)


def started(rules: Rules, seed: str = SEED) -> Game:
    """A new game with the fewest players and the default options."""
    return rules.start({"players": rules.seats[0]}, seed, draw_seats=False).game


def played_out(game: Game, rng: random.Random) -> Game:
    """The game at its end after random turns."""
    while not game.over:
        seat = rng.choice(game.awaited())
        game.play(rng.choice(game.choices(seat)), seat)
    return game


@every_game
def test_who_is_awaited_may_play_and_who_may_not_has_no_choice(rules: Rules) -> None:
    game, rng = rules.start({"players": rules.seats[-1]}, SEED, draw_seats=False).game, random.Random(2)
    while not game.over:
        able = game.may_play()
        assert set(game.awaited()) <= set(able)
        listed = {seat for seat in range(rules.seats[-1]) if game.choices(seat)}
        assert set(game.awaited()) <= listed <= set(able)
        text = rng.choice(game.choices(able[0]))
        assert not game.is_departure(text)
        game.play(text, able[0])
    assert game.may_play() == ()


def everything(game: Game) -> object:
    """All that a game shows, to compare."""
    viewers = (None, *range(len(game.places)))
    seen = [(game.state(viewer), game.to_record(viewer)) for viewer in viewers]
    return [seen, game.entries, [game.events(number) for number in range(1, game.turn + 1)]]


def test_keys_name_the_rules() -> None:
    assert [rules.key for rules in READABLE.values()] == list(READABLE)
    assert RULES.items() <= READABLE.items()


@every_game
def test_default_options_suit_every_number_of_players(rules: Rules) -> None:
    for players in rules.seats:
        settings = rules.check_options({"players": players})
        assert settings == {"players": players} | {option.name: option.default for option in rules.options}
        assert json.loads(json.dumps(settings)) == rules.check_options(settings) == settings


@every_game
def test_each_choice_is_refused_for_the_players_that_it_does_not_suit(rules: Rules) -> None:
    for option in rules.options:
        assert option.default in {choice.value for choice in option.choices}
        for choice in option.choices:
            for players in rules.seats:
                settings = {"players": players, option.name: choice.value}
                if players in choice.seats:
                    assert rules.check_options(settings)[option.name] == choice.value
                else:
                    with pytest.raises(Refusal) as refused:
                        rules.check_options(settings)
                    assert refused.value.clause == option.clause


@every_game
def test_presets_are_settings_by_name(rules: Rules) -> None:
    assert len({preset.name for preset in rules.presets}) == len(rules.presets)
    for preset in rules.presets:
        settings = rules.check_options({"players": rules.seats[0], **preset.settings})
        assert settings.items() >= preset.settings.items()


@every_game
def test_options_of_one_group_stand_together(rules: Rules) -> None:
    groups = [group for group, _ in groupby(option.group for option in rules.options)]
    assert len(groups) == len(set(groups))


@every_game
@pytest.mark.parametrize(
    "settings", [{"players": 99}, {"players": "many"}, {"players": None}, {"no-such-option": "on"}]
)
def test_settings_that_mean_nothing_are_refused_with_a_sentence(rules: Rules, settings: dict[str, object]) -> None:
    with pytest.raises(Refusal, match=r"^[A-Z].*\.$"):
        rules.check_options(settings)


@every_game
def test_seats_are_drawn_or_as_they_joined(rules: Rules) -> None:
    players = rules.seats[-1]
    chosen = rules.start({"players": players}, SEED, draw_seats=False).seating
    drawn = {rules.start({"players": players}, f"{n:064x}", draw_seats=True).seating for n in range(40)}

    assert chosen == tuple(range(players))
    assert len(drawn) > 1
    assert {tuple(sorted(seating)) for seating in drawn} == {chosen}


@every_game
@pytest.mark.parametrize("number", range(5))
def test_random_game_ends_and_can_be_replayed_from_its_log(rules: Rules, number: int) -> None:
    settings, seed = {"players": rules.seats[number % len(rules.seats)]}, f"{number:064x}"
    game = played_out(rules.start(settings, seed, draw_seats=True).game, random.Random(number))

    replayed = replay_game(rules, settings, seed, draw_seats=True, entries=game.entries)
    assert everything(replayed) == everything(game)
    assert game.awaited() == ()
    assert None not in game.places
    assert game.reason is not None


@every_game
def test_game_survives_pickle_json_and_record_at_every_turn(rules: Rules) -> None:
    game, rng = started(rules), random.Random(7)
    while not game.over:
        game.play(rng.choice(game.choices(game.awaited()[0])), game.awaited()[0])
        assert everything(pickle.loads(pickle.dumps(game))) == everything(game)
        assert json.loads(json.dumps(game.state())) == game.state()
        assert json.loads(json.dumps(list(game.events(game.turn)))) == list(game.events(game.turn))
        for viewer in (None, *game.awaited()):
            record = game.to_record(viewer)
            assert rules.from_record(record).to_record(viewer) == record
            assert game.seen_by(viewer).to_record() == record


@every_game
def test_choices_go_on_from_a_beginning(rules: Rules) -> None:
    """What begins so is listed, all that is listed without a beginning and perhaps more; and it may be played."""
    game, rng = rules.start({"players": rules.seats[-1]}, SEED, draw_seats=False).game, random.Random(8)
    while not game.over:
        seat = game.awaited()[0]
        every = game.choices(seat)
        text = rng.choice(every)
        begin = text[: rng.randint(0, len(text))]
        going_on = game.choices(seat, begin)
        assert {one for one in every if one.startswith(begin)} <= set(going_on)
        assert going_on == sorted(set(going_on))
        assert all(one.startswith(begin) for one in going_on)
        assert game.why_not(rng.choice(going_on), seat) is None
        assert game.choices(seat, "no such beginning") == []
        game.play(text, seat)


@every_game
def test_an_occasion_is_one_decision_of_a_seat_and_comes_once(rules: Rules) -> None:
    """While it lasts the seat is awaited, or others are; once it is over, its name is not used again."""
    game, rng = rules.start({"players": rules.seats[-1]}, SEED, draw_seats=False).game, random.Random(6)
    seats = range(rules.seats[-1])
    over: list[set[str]] = [set() for _ in seats]
    while not game.over:
        before = [game.occasion(seat) for seat in seats]
        assert all(before[seat] for seat in game.awaited())
        seat = rng.choice(game.may_play())
        game.play(rng.choice(game.choices(seat)), seat)
        for other in seats:
            now, earlier = game.occasion(other), before[other]
            if earlier is not None and now != earlier:
                over[other].add(earlier.name)
            assert now is None or now.name not in over[other]
    assert [game.occasion(seat) for seat in seats] == [None] * len(seats)


@every_game
def test_copy_and_past_go_their_own_way(rules: Rules) -> None:
    game = started(rules)
    blank = everything(game)
    twin = game.copy()
    played_out(twin, random.Random(3))

    ended = everything(twin)
    assert everything(game) == blank
    assert everything(twin.at(0)) == blank
    for number in range(twin.turn + 1):
        past = twin.at(number)
        assert past.turn == number
        for seat, text in twin.entries[number:]:
            past.play(text, seat)
        assert everything(past) == ended
    assert everything(twin) == ended


@every_game
def test_trial_knows_no_more_than_was_known_then(rules: Rules) -> None:
    game = started(rules)
    while not game.over:
        assert game.trial(game.turn).unseen() == game.seen_by(None).unseen()
        game.play(game.choices(game.awaited()[0])[0], game.awaited()[0])

    for number in range(game.turn):
        trial, then = game.trial(number), game.at(number).seen_by(None)
        assert (trial.unseen(), trial.state(), trial.to_record()) == (then.unseen(), then.state(), then.to_record())
    assert game.trial(game.turn).state() == game.state()


@every_game
def test_trial_plays_what_chance_might_have_brought(rules: Rules) -> None:
    game = played_out(started(rules), random.Random(5))
    for number, (seat, text) in enumerate(game.entries[:-1]):
        trial = game.trial(number)
        unseen = trial.unseen()
        for drawn in unseen:
            trial.redeal(drawn)
            assert trial.unseen() == unseen
            assert trial.brought() == drawn
        assert trial.suppose(text, seat) == text
        assert trial.entries == (*game.at(number).seen_by(None).entries, (seat, text))
        assert trial.events(number + 1) == game.events(number + 1)


@every_game
def test_nothing_is_tried_after_the_end(rules: Rules) -> None:
    game = played_out(started(rules), random.Random(5))
    drawn = {text for number in range(game.turn) for text in game.trial(number).unseen()}
    for trial in (game.trial(game.turn), game.at(game.turn)):
        for text in drawn:
            with pytest.raises(IllegalTurn):
                trial.redeal(text)


@every_game
def test_why_not_agrees_with_choices_and_a_refusal_changes_nothing(rules: Rules) -> None:
    game, rng = started(rules), random.Random(11)
    while not game.over:
        seat = game.awaited()[0]
        choices = game.choices(seat)
        assert choices == sorted(set(choices))
        text = rng.choice(choices)
        some = rng.sample(choices, min(len(choices), 40))
        assert [game.why_not(other, seat) for other in some] == [None] * len(some)
        before = everything(game)
        others = set(range(len(game.places) + 1)) - set(game.may_play())
        for wrong, by in [(text, other) for other in others] + [("", seat), ("no such turn", seat), ("é", None)]:
            violation = game.why_not(wrong, by)
            assert violation is not None
            with pytest.raises(IllegalTurn) as refused:
                game.play(wrong, by)
            assert (refused.value.clause, refused.value.message) == violation
        assert everything(game) == before
        assert game.play(text, seat) == game.text_for(game.turn, seat) == text
        assert game.entries[-1] == (seat, text)


@every_game
def test_those_who_leave_have_a_place_and_the_log_says_how(rules: Rules) -> None:
    game, replayed = (rules.start({"players": rules.seats[-1]}, SEED, draw_seats=False).game for _ in range(2))
    late = game.awaited()[0]
    is_out = game.is_departure(game.timeout(late))
    for seat in (*reversed(range(1, rules.seats[-1])), 0):
        if not game.over and not (is_out and seat == late):
            assert game.is_departure(game.resign(seat))
    for seat, text in game.entries:
        replayed.play(text, seat)

    assert everything(replayed) == everything(game)
    assert game.over
    assert None not in game.places
    for seat in range(rules.seats[-1]):
        with pytest.raises(IllegalTurn):
            game.resign(seat)


@every_game
def test_whoever_runs_out_of_time_is_out_or_has_played(rules: Rules) -> None:
    game, rng = rules.start({"players": rules.seats[-1]}, SEED, draw_seats=False).game, random.Random(4)
    while not game.over:
        late = rng.choice(game.awaited())
        is_out = game.is_departure(game.copy().timeout(late))
        if not is_out:
            assert game.copy().timeout(late) in game.choices(late)
        game.timeout(late)


@every_game
def test_turns_that_were_not_played_are_refused(rules: Rules) -> None:
    game = started(rules)
    game.play(game.choices(game.awaited()[0])[0])

    for ask, numbers in ((game.events, (-1, 0, 2)), (game.text_for, (-1, 0, 2)), (game.at, (-1, 2))):
        for number in numbers:
            with pytest.raises(Refusal, match=r"^[A-Z].*\.$"):
                ask(number)


@every_game
def test_nonsense_is_no_record(rules: Rules) -> None:
    record = started(rules).to_record()
    assert rules.is_record(record)
    for text in ("", "\n", "nonsense", record[1:], record + "nonsense\n", "x" * 10**6):
        assert rules.is_record(text) == text.startswith(record)
        with pytest.raises(RecordError) as refused:
            rules.from_record(text)
        assert refused.value.line >= 1
        assert refused.value.clause


@every_game
def test_tags_are_written_and_kept(rules: Rules) -> None:
    game = started(rules)
    record = game.to_record(Seat0='A "quoted" \\ name', Event="club\nnight")
    again = rules.from_record(record)

    assert record != game.to_record()
    assert again.to_record() == record
    assert (again.tags["Seat0"], game.tags) == ('A "quoted" \\ name', {})


@every_game
def test_seats_are_renamed_in_a_record_and_nothing_else(rules: Rules) -> None:
    game = started(rules)
    game.play(game.choices(game.awaited()[0])[0])
    record = game.to_record(Seat0='A "quoted" \\ name', Seat1="off", Event="off")
    renamed = rules.rename_seats(record, {1: 'Some"body\n', 2: "Nobody"})

    assert rules.rename_seats(renamed, {1: "off"}) == record
    assert rules.from_record(renamed).tags == rules.from_record(record).tags | {
        "Seat1": rules.from_record(renamed).tags["Seat1"]
    }
    assert rules.from_record(renamed).tags["Seat1"].strip() == 'Some"body'
    assert rules.rename_seats(game.to_record(), {0: "Ann"}) == game.to_record()


@every_game
def test_a_game_tells_the_settings_that_it_was_started_with(rules: Rules) -> None:
    for players in rules.seats:
        settings = rules.check_options({"players": players})
        game = rules.start(settings, SEED, draw_seats=True).game
        assert game.settings == rules.from_record(game.to_record()).settings == settings


@every_game
def test_board_in_text_changes_with_the_game(rules: Rules) -> None:
    game = started(rules)
    empty = game.drawn()
    game.play(game.choices(game.awaited()[0])[0])

    assert game.drawn() != empty
    assert game.drawn().endswith("\n")


def test_refusals_survive_pickle() -> None:
    for refusal in (Refusal("No.", "T-1"), IllegalTurn("T-4.1", "No."), RecordError(3, None, "T-10.1", "No.")):
        again = pickle.loads(pickle.dumps(refusal))
        assert (type(again), str(again), vars(again)) == (type(refusal), str(refusal), vars(refusal))
