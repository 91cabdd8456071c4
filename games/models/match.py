"""A match and its seats, and who may see it."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from taluva_site.security.fields import EncryptedTextField

KEY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class MatchState(models.TextChoices):
    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Visibility(models.TextChoices):
    PUBLIC = "public", _("public: anyone can find and see it")
    UNLISTED = "unlisted", _("unlisted: anyone with the link can see it")
    PRIVATE = "private", _("private: only the players can see it")


class DeadlinePolicy(models.TextChoices):
    OUT = "out", _("the player is out")
    STAND_IN = "stand-in", _("a stand-in bot plays until the player is back")


def new_key() -> str:
    """Return ten random letters and digits that can be read aloud."""
    return "".join(secrets.choice(KEY_LETTERS) for _index in range(10))


class SeatAccess(models.TextChoices):
    ANYBODY = "anybody", _("anyone")
    LINK = "link", _("anyone with the link")
    NAME = "name", _("a player by name")


class Match(models.Model):
    """A game that people joined: how it was set up, and where it stands. What happened is in its turns."""

    key = models.CharField(max_length=10, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=60, blank=True)
    rules = models.CharField(max_length=20)
    rules_version = models.CharField(max_length=10)
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=MatchState, default=MatchState.OPEN)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="created_matches")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    rated = models.BooleanField(default=True)
    draw_seats = models.BooleanField(default=True)
    rematch_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches")

    # All that chance brings follows from the seed (T-2.7). It is encrypted until the match is over, and then public.
    sealed_seed = EncryptedTextField(purpose="seed", blank=True, default="", db_default="", editable=False)
    public_seed = models.CharField(_("seed"), max_length=64, blank=True, editable=False, db_column="seed")
    seed_hash = models.CharField(max_length=64, blank=True, editable=False)

    days_per_turn = models.PositiveSmallIntegerField(null=True, blank=True)
    bank_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    increment_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    cap_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    at_deadline = models.CharField(max_length=8, choices=DeadlinePolicy, default=DeadlinePolicy.OUT)
    stand_in_level = models.CharField(max_length=20, blank=True)

    min_finished = models.PositiveSmallIntegerField(default=0)
    min_reliability = models.PositiveSmallIntegerField(default=0)
    join_code = models.CharField(max_length=16, blank=True, editable=False)

    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    turn_number = models.PositiveSmallIntegerField(default=0)
    turn_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    why_cancelled = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["state", "-created_at"], name="match_by_state"),
            # With the state in front, not as a condition: SQLite does not see that a parameter fulfils one.
            models.Index(fields=["state", "-ended_at", "-id"], name="match_archive"),
            models.Index(fields=["state", "-turn_number", "-id"], name="match_by_length"),
            models.Index(fields=["state", "-turn_at", "-id"], name="match_by_last_turn"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=MatchState.values), name="match_state_known"),
            models.CheckConstraint(condition=Q(visibility__in=Visibility.values), name="match_visibility_known"),
            models.CheckConstraint(condition=Q(players__gte=2, players__lte=5), name="match_players"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "cancelled"])
                | (Q(started_at__isnull=False) & ~Q(public_seed=""))
                | (Q(started_at__isnull=False) & Q(state="running") & ~Q(sealed_seed="")),
                name="match_started_has_seed",
            ),
            models.CheckConstraint(condition=Q(at_deadline__in=DeadlinePolicy.values), name="match_at_deadline_known"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "running"]) | Q(ended_at__isnull=False), name="match_ended_has_time"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.key

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.key])

    @property
    def seed(self) -> str:
        """The seed, secret while the match runs; empty before it starts."""
        return self.public_seed or self.sealed_seed

    @seed.setter
    def seed(self, seed: str) -> None:
        self.sealed_seed, self.public_seed = seed, seed if self.is_over else ""

    @property
    def next_number(self) -> int:
        return self.turn_number + 1

    @property
    def cancel_until(self) -> int:
        """The number of turns from which on a game can't be cancelled by agreement: two rounds."""
        return 2 * self.players

    @property
    def may_be_cancelled(self) -> bool:
        """Return whether its players may still agree to cancel it; what they asked for counts no longer than that."""
        return self.is_running and self.turn_number < self.cancel_until

    @property
    def has_stand_in(self) -> bool:
        """Return whether a bot plays on for who leaves or runs out of time."""
        return self.at_deadline == DeadlinePolicy.STAND_IN and bool(self.stand_in_level)

    @property
    def is_open(self) -> bool:
        return self.state == MatchState.OPEN

    @property
    def is_running(self) -> bool:
        return self.state == MatchState.RUNNING

    @property
    def is_over(self) -> bool:
        return self.state in {MatchState.FINISHED, MatchState.CANCELLED}


class Seat(models.Model):
    """A place at the table. Before the start it may be free; its index is the seat of the rules.

    `stand_in`: a bot plays there for its person; `is_back`: until the turn is done whose time had run out.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    kept_for = models.CharField(max_length=7, choices=SeatAccess, default=SeatAccess.ANYBODY)
    joined = models.PositiveSmallIntegerField(null=True, blank=True)
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    awaited_since = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    warn_at = models.DateTimeField(null=True, blank=True)
    bank = models.DurationField(null=True, blank=True)
    given = models.DurationField(default=timedelta(0))
    stand_in = models.BooleanField(default=False)
    is_back = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    has_orders = models.BooleanField(default=False)
    seen_turn = models.SmallIntegerField(default=-1)
    muted = models.BooleanField(default=False)
    wants_cancel = models.BooleanField(default=False)

    class Meta:
        ordering = ["match_id", "index"]
        indexes = [
            models.Index(fields=["user", "deadline"], condition=Q(awaited_since__isnull=False), name="seat_awaited"),
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="seat_deadline"),
            models.Index(fields=["warn_at"], condition=Q(warn_at__isnull=False), name="seat_warning"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_seat_an_index"),
            models.UniqueConstraint(fields=["match", "joined"], name="one_seat_a_joiner"),
            models.CheckConstraint(condition=Q(index__lte=4), name="seat_index"),
            models.CheckConstraint(condition=Q(kept_for__in=SeatAccess.values), name="seat_kept_for_known"),
            models.CheckConstraint(
                condition=Q(deadline__isnull=True) | Q(awaited_since__isnull=False), name="deadline_of_awaited"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True, joined__isnull=True) | Q(user__isnull=False, joined__isnull=False),
                name="seat_taken_or_free",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index} {self.user}"

    @property
    def is_awaited(self) -> bool:
        return self.awaited_since is not None

    @property
    def has_left(self) -> bool:
        """Return whether who sat there plays no more in a game that goes on."""
        return bool(self.reason or self.place)
