"""Matches: see them, play them, talk at them."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Query, Router, Status

from accounts.models import User
from games.api import shown
from games.api.auth import CHAT, PLAY, READ, request_user, run_form_once
from games.api.responses import with_errors
from games.api.schemas import (
    Choices,
    IdempotencyKey,
    Key,
    MatchDetail,
    MessageId,
    MessageIn,
    MessageOut,
    MuteIn,
    NoteIn,
    NoteOut,
    PositionOut,
    ReportIn,
    TagsIn,
    TagsOut,
    TurnIn,
)
from games.history import computer_analysis
from games.matches import match_tags, play, queries, refusals, talk
from games.matches.tables import cancelling
from games.models import Match, Message, TurnOrigin
from games.people import moderation
from taluva_site.http.client_addresses import request_address

router = Router()


@router.get("/matches/{key}", auth=READ, response=with_errors(MatchDetail, 404), summary="A match")
def match_detail(request: HttpRequest, key: Key) -> Any:
    """Return the match, its position and its turns, as you may see them."""
    user = request_user(request)
    return shown.match_whole(queries.match_for(key, user), user)


@router.get("/matches/{key}/record", auth=READ, response=with_errors(str, 404), summary="Its record")
def record(request: HttpRequest, key: Key) -> HttpResponse:
    """Return the record of the game as you may see it, as text."""
    user = request_user(request)
    match = queries.started_match_for(key, user)
    own = queries.seat_of(match, user)
    text = queries.record_for(match, own.index if own else None)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def fitting_turns(turns: Sequence[str], begun: str) -> list[str]:
    """Return the turns that begin with these words, else those whose last one goes on."""
    whole = [turn for turn in turns if not begun or f"{turn} ".startswith(f"{begun} ")]
    return whole or [turn for turn in turns if turn.startswith(begun)]


def words_after(turns: Sequence[str], begun: str) -> list[str]:
    """Return the words with which these turns go on, or which end the last word."""
    words = begun.split()
    at = len(words) - any(turn.split()[: len(words)] != words for turn in turns)
    return sorted({turn.split()[at] for turn in turns if len(turn.split()) > at})


@router.get("/matches/{key}/choices", auth=READ, response=with_errors(Choices, 404), summary="What I may play")
def choices(request: HttpRequest, key: Key, begin: Annotated[str, Query(pattern=r"^[ -~]{0,2000}$")] = "") -> Any:
    """Return the words that a turn of yours may go on with.

    In Taluva: without `begin` the legal placements, and with a placement as `begin` the legal builds. Where `begin`
    ends within a word: what that word may be.
    """
    match = queries.started_match_for(key, request_user(request))
    own = queries.seat_of(match, request_user(request))
    game = queries.game_for(match, own.index) if own and match.is_running else None
    begun = " ".join(begin.split())
    fitting = fitting_turns(game.choices(own.index, begun), begun) if own and game else []
    return {"begin": begun, "next": words_after(fitting, begun), "count": len(fitting)}


@router.post("/matches/{key}/turns", auth=PLAY, response=with_errors(MatchDetail, 400, 404, 409), summary="Play a turn")
def play_turn(request: HttpRequest, key: Key, turn: TurnIn, idempotency_key: IdempotencyKey = None) -> Any:
    """Play your turn.

    409: the board has moved on, or it is not your turn. 422: the rules forbid it, and `clause` says which.
    """
    user = request_user(request)
    match = play.play_turn(
        match_key=queries.match_for(key, user).key,
        player=user,
        number=turn.number,
        text=turn.text,
        by=TurnOrigin.BOT if user.is_bot else TurnOrigin.PERSON,
        key=idempotency_key,
        now=timezone.now(),
    )
    return shown.current_match(match.pk, user)


@router.post("/matches/{key}/resign", auth=PLAY, response=with_errors(MatchDetail, 404, 409), summary="Resign")
def resign(request: HttpRequest, key: Key, idempotency_key: IdempotencyKey = None) -> Any:
    """Give the match up; it need not be your turn."""
    user = request_user(request)
    found = queries.match_for(key, user)
    play.resign_match(match_id=found.pk, player=user, now=timezone.now(), key=idempotency_key)
    return shown.current_match(found.pk, user)


@router.post("/matches/{key}/return", auth=PLAY, response=with_errors(MatchDetail, 404), summary="I am back")
def come_back(request: HttpRequest, key: Key) -> Any:
    """Take your seat back from the bot that stood in for you.

    Where your time had run out, `stand_in` stays until that turn is played: by the bot, or by you if you are faster.
    Nothing changes where no bot stands in.
    """
    user = request_user(request)
    match = play.come_back(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.current_match(match.pk, user)


@router.post("/matches/{key}/cancel", auth=PLAY, response=with_errors(MatchDetail, 404, 409), summary="Agree to cancel")
def cancel(request: HttpRequest, key: Key) -> Any:
    """Ask to cancel: in its first two rounds a match ends when all its people ask (`wants_cancel` of a seat)."""
    user = request_user(request)
    match = cancelling.offer_to_cancel(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.current_match(match.pk, user)


@router.delete(
    "/matches/{key}/cancel", auth=PLAY, response=with_errors(MatchDetail, 404, 409), summary="Cancel it no more"
)
def cancel_not(request: HttpRequest, key: Key) -> Any:
    """Take your wish to cancel back."""
    user = request_user(request)
    match = cancelling.take_back(match_id=queries.match_for(key, user).pk, user=user, now=timezone.now())
    return shown.current_match(match.pk, user)


@router.get("/matches/{key}/messages", auth=READ, response=with_errors(list[MessageOut], 404), summary="Table talk")
def messages(request: HttpRequest, key: Key) -> Any:
    """Return the last two hundred messages that you may read."""
    user = request_user(request)
    return [message_out(message) for message in queries.messages_for(queries.match_for(key, user), user)]


@router.post(
    "/matches/{key}/messages",
    auth=CHAT,
    response=with_errors(MessageOut, 400, 404, status=201),
    summary="Say something",
)
def message_create(request: HttpRequest, key: Key, message: MessageIn, idempotency_key: IdempotencyKey = None) -> Any:
    """Write to the table; only its players do, and after the end whoever sees the match.

    While it runs a message has 500 characters at most.
    """
    user = request_user(request)
    found = queries.match_for(key, user)

    def written() -> int:
        return talk.write_message(match_id=found.pk, user=user, text=message.text, now=timezone.now()).pk

    pk = run_form_once(request, idempotency_key, ("message", key, message), written)
    return Status(201, message_out(Message.objects.select_related("user").get(pk=pk)))


@router.post(
    "/matches/{key}/messages/{pk}/report",
    auth=CHAT,
    response=with_errors(None, 400, 404, status=204),
    summary="Report a message",
)
def message_report(request: HttpRequest, key: Key, pk: MessageId, report: ReportIn) -> Any:
    """Report a message to the moderators."""
    user = request_user(request)
    found = queries.match_for(key, user)
    readable = {message.pk for message in queries.messages_for(found, user)}
    moderation.report_message(
        match_id=found.pk, message_id=pk if pk in readable else 0, user=user, why=report.why, now=timezone.now()
    )
    return Status(204, None)


@router.post(
    "/matches/{key}/messages/{pk}/block",
    auth=CHAT,
    response=with_errors(None, 404, status=204),
    summary="Block its author",
)
def author_block(request: HttpRequest, key: Key, pk: MessageId) -> Any:
    """Block its author: from now on you two share no new table and read nothing of each other."""
    user = request_user(request)
    said = [message for message in queries.messages_for(queries.match_for(key, user), user) if message.pk == pk]
    if not said:
        raise refusals.NotFound(_("There is no such message."))
    moderation.block_user(blocker=user, blocked=said[0].user)
    return Status(204, None)


@router.put("/matches/{key}/mute", auth=CHAT, response=with_errors(None, 400, 404, status=204), summary="Mute the talk")
def mute(request: HttpRequest, key: Key, wish: MuteIn) -> Any:
    """Mute the talk of this table for you, or hear it again."""
    user = request_user(request)
    talk.mute_talk(match_id=queries.match_for(key, user).pk, user=user, muted=wish.muted)
    return Status(204, None)


@router.get("/matches/{key}/tags", auth=READ, response=with_errors(TagsOut, 404), summary="Its tags")
def tag_list(request: HttpRequest, key: Key) -> Any:
    """Return what its players call the finished match, and what you do."""
    return tags_of(queries.match_for(key, request_user(request)), request_user(request))


@router.put("/matches/{key}/tags", auth=CHAT, response=with_errors(TagsOut, 400, 404), summary="Tag it")
def tags_save(request: HttpRequest, key: Key, wish: TagsIn) -> Any:
    """Replace what you call the match once it is finished; if you played it, whoever sees it reads that."""
    match = queries.match_for(key, request_user(request))
    match_tags.save_tags(match=match, user=request_user(request), text=",".join(wish.tags))
    return tags_of(match, request_user(request))


def tags_of(match: Match, user: User) -> dict[str, list[str]]:
    seen = list(queries.tags_for(user).filter(match=match))
    return {
        "tags": list(dict.fromkeys(tag.text for tag in seen)),
        "own": [tag.text for tag in seen if tag.user_id == user.pk],
    }


@router.get("/matches/{key}/note", auth=READ, response=with_errors(NoteOut, 404), summary="My note")
def note(request: HttpRequest, key: Key) -> Any:
    """Return what you noted for yourself about the match."""
    user = request_user(request)
    kept = queries.match_for(key, user).notes.filter(user=user).first()
    return {"text": kept.text if kept else ""}


@router.put("/matches/{key}/note", auth=CHAT, response=with_errors(NoteOut, 400, 404), summary="Keep a note")
def note_save(request: HttpRequest, key: Key, wish: NoteIn) -> Any:
    """Replace your note about the match."""
    user = request_user(request)
    return talk.save_note(match_id=queries.match_for(key, user).pk, user=user, text=wish.text, now=timezone.now())


@router.get("/matches/{key}/analysis", auth=READ, response=with_errors(list[PositionOut], 404), summary="Its analysis")
def analysis_of(request: HttpRequest, key: Key) -> Any:
    """Return what the bots say of each position that they have looked at; empty while nobody has asked them."""
    match = queries.match_for(key, request_user(request))
    return [
        {
            "number": row.number,
            "chances": row.chances,
            "turns": [{"text": text, "chance": chance} for text, chance in row.turns],
            "simulations": row.simulations,
        }
        for row in match.analyses.order_by("number")
    ]


@router.post(
    "/matches/{key}/analysis",
    auth=PLAY,
    response=with_errors(list[PositionOut], 404, status=202),
    summary="Have it analysed",
)
def analysis_ask(request: HttpRequest, key: Key) -> Any:
    """Ask the bots to look at a finished match, position by position; the answer is what they have found so far."""
    user = request_user(request)
    computer_analysis.request_analysis(
        match=queries.match_for(key, user), user=user, address=request_address(request), now=timezone.now()
    )
    return Status(202, analysis_of(request, key))


@router.delete(
    "/matches/{key}/analysis",
    auth=PLAY,
    response=with_errors(None, 404, status=204),
    summary="Stop its analysis",
)
def analysis_cancel(request: HttpRequest, key: Key) -> Any:
    """End the analysis that you asked for; what it has found stays."""
    user = request_user(request)
    computer_analysis.cancel_analysis(match=queries.match_for(key, user), user=user)
    return Status(204, None)


def message_out(message: Message) -> dict[str, Any]:
    return {
        "id": message.pk,
        "name": message.user.username,
        "text": message.text,
        "turn": message.turn,
        "written_at": message.written_at,
        "after_end": message.after_end,
    }
