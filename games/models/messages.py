"""What people say, to others and to themselves, and what keeps it civil."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

USER = settings.AUTH_USER_MODEL


class Message(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="messages")
    text = models.CharField(max_length=1000)
    turn = models.PositiveSmallIntegerField(default=0)
    written_at = models.DateTimeField(default=timezone.now)
    hidden = models.BooleanField(default=False)
    after_end = models.BooleanField(default=False)

    class Meta:
        ordering = ["match_id", "id"]

    def __str__(self) -> str:
        return self.text


class Note(models.Model):
    """What somebody writes for themselves about a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=10_000, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_note_a_person")]

    def __str__(self) -> str:
        return f"note of {self.user_id} on {self.match_id}"


class Invitation(models.Model):
    """A seat that is kept for somebody by name. Who accepts sits down; who declines frees it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_invitation_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_invitation_a_person"),
            models.CheckConstraint(condition=Q(seat__lte=4), name="invitation_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.match_id}/{self.seat}"


class Block(models.Model):
    """The blocker and the blocked neither sit at one table nor read each other's words."""

    blocker = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Report(models.Model):
    """A message that somebody found wrong, for the staff to look at."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="reports")
    why = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="one_report_a_person")]

    def __str__(self) -> str:
        return f"report of message {self.message_id}"


STAFF_ACTIONS = {
    "end match": _("Game ended"),
    "hide message": _("Message hidden"),
    "show message": _("Message shown again"),
    "settle report": _("Report closed"),
    "unpublish study": _("Study unpublished"),
    "remove tag": _("Tag removed"),
    "suspend": _("Account suspended"),
    "unsuspend": _("Suspension lifted"),
}


class StaffAction(models.Model):
    """What staff did to a match, a message or a person, and why. Kept for good."""

    staff = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="staff_actions")
    action = models.CharField(max_length=30)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="staff_actions")
    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="staff_actions_on")
    why = models.CharField(max_length=300)
    done_at = models.DateTimeField(default=timezone.now)

    class Meta:
        permissions = [("moderate", "Can moderate: hide, unpublish, end games, suspend, settle reports")]

    def __str__(self) -> str:
        return f"{self.action}: {self.why}"

    @property
    def words(self) -> str:
        return str(STAFF_ACTIONS.get(self.action, self.action))
