"""The shapes of what comes in and goes out."""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Header, Path, Schema
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StringConstraints

from games.api import guide
from games.models import Visibility
from games.models.match import DeadlinePolicy
from games.registry import ORIGINAL

# PostgreSQL keeps no NUL, and no sentence needs one.
Words = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
Key = Annotated[str, Path(pattern=r"^[a-z0-9]{10}$", description="The match, as in its address")]
StudyKey = Annotated[str, Path(pattern=r"^[a-z0-9]{10}$", description="The study, as in its address")]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{1,64}$",
        description="Send the same again with the same request: it is done once, and you get what it made. "
        "Another request needs another key",
    ),
]
MessageId = Annotated[int, Path(ge=1)]
OrderId = Annotated[int, Path(ge=1)]
Number = Annotated[int, Field(ge=1, le=10_000)]


# Of a bot: as its key, or as pages name it.
LevelName = Annotated[Words, StringConstraints(max_length=20), AfterValidator(guide.level_key)]
# A number means its text: 12 is "12".
OptionValue = Annotated[Words, BeforeValidator(lambda value: str(value) if type(value) is int else value)]


class InputSchema(Schema):
    """Input: what is not known is refused, so that a misspelt wish is not lost."""

    model_config = ConfigDict(extra="forbid")


class Me(Schema):
    name: str
    kind: str
    scopes: list[str]
    awaiting: int = Field(description="How many matches wait for you")


class SeatOut(Schema):
    index: int
    name: str | None = Field(None, description="Who sits there; null while it is free")
    kind: str | None = None
    kept_for: str
    awaited: bool
    awaited_since: datetime | None = None
    deadline: datetime | None = None
    stand_in: bool
    wants_cancel: bool = Field(description="Whether its player asks to cancel the match; for its players")
    place: int | None = None
    reason: str


class MatchOut(Schema):
    key: str
    url: str
    name: str
    rules: str
    rules_version: str
    options: dict[str, Any]
    players: int
    state: str
    visibility: str
    rated: bool
    days_per_turn: int | None = None
    bank_hours: int | None = None
    increment_hours: int | None = None
    cap_hours: int | None = None
    min_finished: int = Field(description="How many games one has to have finished to sit down without an invitation")
    min_reliability: int = Field(description="The same for the reliability, in per cent")
    at_deadline: str
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    turn_number: int = Field(description="How many turns have been played; the next one has this number plus one")
    reason: str
    why_cancelled: str
    seed_hash: str
    your_seat: int | None = None
    your_turn: bool
    seats: list[SeatOut]


class TurnOut(Schema):
    number: int
    seat: int
    text: str
    by: str
    played_at: datetime


class SeatDetail(SeatOut):
    invited: str | None = Field(None, description="To whom it is offered by name; for those at the table to know")


class MatchDetail(MatchOut):
    seats: list[SeatDetail]  # type: ignore[assignment] # each has all that a seat in a list has
    position: dict[str, Any] | None = Field(
        None, description=f"The position as you may see it; null before the start. {guide.position_text()}"
    )
    turns: list[TurnOut]
    join_url: str | None = Field(
        None,
        description="The table's link, for its players while it is open: whoever has it may sit down. Its last part is "
        "the `code` that joining wants",
    )
    seed: str | None = Field(None, description="Once the match is over")
    muted: bool = Field(description="Whether its talk is quiet for you")
    rematch: str | None = Field(
        None, description="The key of the same table again, for its players once it is asked for"
    )
    watching: int = Field(description="How many members look at its page now without playing in it")


class Matches(Schema):
    items: list[MatchOut]
    count: int


class Choices(Schema):
    begin: str
    next: list[str] = Field(description="The words that may follow; [] when it is not your turn")
    count: int = Field(description="How many whole turns begin like this")


class TurnIn(InputSchema):
    number: Number = Field(description="The number of this turn: turn_number + 1 of the match as you saw it")
    text: Annotated[str, StringConstraints(pattern=r"^[ -~]{1,2000}$")] = Field(description=guide.notation_text())


class OrderOut(Schema):
    id: int
    kind: str
    text: str


class OrderIn(InputSchema):
    kind: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,20}$")] = "turn"
    text: Annotated[str, StringConstraints(pattern=r"^[ -~]{1,2000}$")]
    instead: Annotated[int, Field(ge=1)] | None = Field(
        None, description="The id of one of yours of that kind, in whose place this one comes"
    )


class TimeIn(InputSchema):
    seat: Annotated[int, Field(ge=0, le=4)]
    hours: Annotated[int, Field(ge=1, le=168, description="24, 48, 72 or 168")]


class MessageOut(Schema):
    id: int
    name: str
    text: str
    turn: int
    written_at: datetime
    after_end: bool = Field(description="Whether it is a comment on the finished game")


class MessageIn(InputSchema):
    text: Annotated[Words, StringConstraints(min_length=1, max_length=1000)]


class ReportIn(InputSchema):
    why: Annotated[Words, StringConstraints(max_length=300)] = ""


class BestTurn(Schema):
    text: str
    chance: float = Field(description="Of who plays it, to win")


class PositionOut(Schema):
    number: int = Field(description="After how many turns")
    chances: list[float] = Field(
        description="Each seat's chance to win; with ranking, the share of the others that it leaves behind"
    )
    turns: list[BestTurn]
    simulations: int = Field(description="How closely the bots looked")


class NoteOut(Schema):
    text: str


class NoteIn(InputSchema):
    text: Annotated[Words, StringConstraints(max_length=10_000)]


class TagsIn(InputSchema):
    tags: list[Annotated[str, StringConstraints(pattern=r"^[^,\x00]{1,24}$")]] = Field(max_length=8)


class TagsOut(Schema):
    tags: list[str] = Field(description="Yours, and those of its players")
    own: list[str]


class MuteIn(InputSchema):
    muted: bool


class StudyIn(InputSchema):
    text: Annotated[Words, StringConstraints(max_length=400_000)] = Field(
        description="A record, or several, one after the other"
    )
    title: Annotated[Words, StringConstraints(max_length=80)] = ""
    public: bool = False


class StudyOut(Schema):
    key: str
    url: str
    title: str
    by: str
    rules: str
    options: dict[str, Any]
    players: int
    turn_number: int = Field(description="How many turns there are")
    public: bool
    created_at: datetime


class StudyDetail(StudyOut):
    record: str


class Studies(Schema):
    items: list[StudyOut]
    count: int


class JoinIn(InputSchema):
    code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,16}$")] = ""


class SeatIn(InputSchema):
    kind: Literal["me", "anybody", "link", "person", "bot"]
    name: Annotated[Words, StringConstraints(max_length=30)] = Field("", description="The person's name")
    level: LevelName = Field("", description=guide.levels_text())


class MatchIn(InputSchema):
    rules: Annotated[Words, StringConstraints(max_length=20)] = Field(
        ORIGINAL, description=f"The game; {ORIGINAL} if you name none"
    )
    name: Annotated[Words, StringConstraints(max_length=60)] = ""
    options: dict[Words, OptionValue] = Field(default_factory=dict, max_length=60, description=guide.options_text())
    seats: list[SeatIn] = Field(min_length=2, max_length=5)
    draw_seats: bool = True
    rated: bool = True
    visibility: Visibility = Visibility.PUBLIC
    days_per_turn: Annotated[int, Field(ge=1, le=30)] | None = 3
    bank: Literal["", "quick", "calm"] = Field("", description="A bank of time, instead of days for each turn")
    at_deadline: DeadlinePolicy = DeadlinePolicy.OUT
    stand_in_level: LevelName = Field(
        "", description="Who plays on where at_deadline is stand-in: as `level` of a seat"
    )
    min_finished: Annotated[int, Field(ge=0, le=1000)] = 0
    min_reliability: Annotated[int, Field(ge=0, le=100)] = 0


class CheckOut(Schema):
    """The steps that verify the draw of an ended match. Its page /games/{key}/fairness/ describes each."""

    seed_hash: str
    seed: str | None = None
    hash_holds: bool | None = None
    seating: list[int] | None = None
    joining: list[int] | None = Field(None, description="By seat, who sits there, by the order of joining from 0")
    seats_hold: bool | None = Field(None, description="Whether that is the seating which follows from the seed")
    seats_drawn: bool
    replays: bool | None = Field(None, description="Whether the turns lead, with this seed, to the stored result")
    record: str | None = None
