"""What the site itself refuses, each with a sentence and a status. What the rules refuse is theirs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.registry import Refusal


class SiteRefusal(Refusal):
    status = 422


class Forbidden(SiteRefusal):
    status = 403


class NotFound(SiteRefusal):
    status = 404


class StaleTurn(SiteRefusal):
    """The turn was meant for a position that is no longer there."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("The position has changed since you looked. Here is the current board."))


class NotYourTurn(SiteRefusal):
    status = 409

    def __init__(self) -> None:
        super().__init__(_("It is not your turn."))


class NotATurn(SiteRefusal):
    """Only `resign` and `time_out` write that somebody leaves."""

    def __init__(self) -> None:
        super().__init__(_("Leaving a game is not a turn. To give up, choose “Resign”."))


class UsedKey(SiteRefusal):
    """A key stands for one request: a repeat gets the first answer, and another request needs another key."""

    def __init__(self) -> None:
        super().__init__(_("This form was already used for another turn. Reload the page."))


class NotRunning(SiteRefusal):
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This game is not in progress."))


class LimitReached(SiteRefusal):
    status = 429


class SiteBusy(SiteRefusal):
    """The club has enough to do for now; in so many seconds it is worth trying again."""

    status = 503

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence)
        self.seconds = seconds
