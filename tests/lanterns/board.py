"""The board of lanterns: nine circles, and one choice at a time."""

from collections.abc import Sequence
from typing import NamedTuple

from games.boards import (
    BoardView,
    Caution,
    Example,
    Lesson,
    OpenDraw,
    OrderSummary,
    Place,
    SeatSummary,
    Sight,
    StepsAhead,
    Stock,
    Tally,
    TextRow,
    Words,
)
from games.boards.translatable import count, say
from games.contract import Game

FIELDS = range(9)


class Drawn(NamedTuple):
    """What the templates draw; the pictures ask for the box."""

    lit: tuple[tuple[int, object], ...]
    title: Words
    name: str


class Choice(NamedTuple):
    """Something that may be said now, and the query that drafts it."""

    text: str
    step: str
    is_chosen: bool


class LanternsBar(NamedTuple):
    """What may be said, and what is drafted of it: not a field in common with the bar of another game but two."""

    choices: tuple[Choice, ...]
    drafted: str
    text: str
    warning: Caution | None = None


class LanternsBoard:
    parts = "lanterns"
    showcase = ""
    draft = ("c",)
    final = say("There is no taking back after this.")
    chance = say("The fog")
    openings = None
    sheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    unknown = say("Choose where the fog lies.")

    def show(self, game: Game, sight: Sight) -> BoardView:
        lit = game.state()["lit"]
        assert isinstance(lit, dict)
        board = Drawn(tuple((at, lit.get(str(at))) for at in FIELDS), say("Lanterns"), sight.name)
        texts = [] if sight.turn_of is None else self.texts(game, sight.turn_of, sight.order)
        return BoardView(board, self.bar(texts, sight.query.get("c", "")) if texts else None)

    def steps_ahead(self, game: Game, sight: Sight) -> StepsAhead | None:
        return None

    def texts(self, game: Game, seat: int, order: str) -> list[str]:
        if order == "answer":
            return ["ask", "always", "never"]
        turns = game.state()["turns"]
        assert isinstance(turns, int)
        return [f"{turns + 1} snuff {at}" for at in FIELDS] if order == "armed" else game.choices(seat)

    def bar(self, texts: list[str], drafted: str) -> LanternsBar:
        choices = tuple(Choice(text, f"c={text.replace(' ', '+')}", text == drafted) for text in texts)
        return LanternsBar(choices, drafted, drafted if drafted in texts else "")

    def status(self, game: Game) -> Words:
        return count("%(n)d entry", "%(n)d entries", game.turn)

    def warning(self, game: Game, seat: int, text: str) -> Caution | None:
        return None

    def order_summary(self, game: Game, seat: int, order: str, names: Sequence[str]) -> OrderSummary:
        return OrderSummary(say("%(text)s", text=order), f"c={order.replace(' ', '+')}", ())

    def lines(self, game: Game, sight: Sight) -> tuple[Place, ...]:
        texts = [] if sight.turn_of is None else self.texts(game, sight.turn_of, sight.order)
        return tuple(
            Place(say("%(text)s", text=text), ((f"c={text.replace(' ', '+')}", say("choose")),), say("All"))
            for text in texts
        )

    def examples(self, names: Sequence[str]) -> tuple[Example, ...]:
        return ()

    def lessons(self) -> tuple[Lesson, ...]:
        return ()

    def tile(self, name: str) -> tuple[object, Words]:
        return name, say("Fog on %(field)s.", field=name)

    def opening(self, entries: Sequence[str]) -> Words | None:
        return None

    def seats(self, game: Game) -> tuple[SeatSummary, ...]:
        return tuple(
            SeatSummary(
                seat,
                (Stock("lantern", 1, count("%(n)d lantern", "%(n)d lanterns", 1), say("Lanterns")),),
                None,
                is_near=False,
            )
            for seat in range(len(game.places))
        )

    def tallies(self, game: Game) -> tuple[Tally, ...]:
        lit = [owner for _at, owner in self.show(game, Sight(names=())).board.lit]  # type: ignore[attr-defined]
        built = tuple(lit.count(seat) for seat in range(len(game.places)))
        words = tuple(count("%(n)d lantern", "%(n)d lanterns", n) for n in built)
        return (Tally("lantern", say("Lanterns"), len(FIELDS), built, words),)

    def ending(self, game: Game, names: Sequence[str]) -> Words:
        return say("The lanterns are counted.")

    def rows(self, game: Game, names: Sequence[str]) -> tuple[TextRow, ...]:
        return (TextRow(0, tuple((str(at), say("Field %(at)d.", at=at)) for at in FIELDS)),)

    def story(self, game: Game, number: int, names: Sequence[str]) -> tuple[Words, ...]:
        seat, text = game.entries[number - 1]
        return (say("%(name)s: %(text)s.", name=names[seat], text=text),)

    def cells(self, game: Game, number: int) -> tuple[str, ...]:
        return ()

    def drawn(self, game: Game, seat: int) -> Words | None:
        return None

    def open_draws(self, game: Game, viewer: int | None, names: Sequence[str]) -> tuple[OpenDraw, ...]:
        return ()
