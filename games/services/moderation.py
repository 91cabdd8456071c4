"""What keeps the club civil: blocks between people, and what staff does, which always leaves a trace."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import name_key
from games.models import Block, Match, Message, Report, StaffAction, Study, Tag
from games.services import following, notices, refusals, tables
from games.services.locks import locked

END_MATCH, HIDE, SHOW, SETTLE = "end match", "hide message", "show message", "settle report"
UNPUBLISH, UNTAG = "unpublish study", "remove tag"
SUSPEND, UNSUSPEND = "suspend", "unsuspend"


@transaction.atomic
def block(*, blocker: User, blocked: User) -> None:
    """From now on the two share no new table, read nothing of each other, and neither follows the other."""
    if blocker.pk == blocked.pk:
        raise refusals.SiteRefusal(_("You can't block yourself."))
    if not may_be_blocked(blocked):
        raise refusals.SiteRefusal(_("%(name)s can't be blocked.") % {"name": blocked})
    Block.objects.get_or_create(blocker=blocker, blocked=blocked)
    for follower, followed in ((blocker, blocked), (blocked, blocker)):
        following.unfollow(follower=follower, followed=followed)


def may_be_blocked(user: User) -> bool:
    return not (user.bot_level or user.is_staff)


def block_named(*, blocker: User, name: str) -> User:
    """Blocks whoever has this name, however it is written."""
    blocked = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if blocked is None:
        raise refusals.SiteRefusal(_("Nobody here has that name."))
    block(blocker=blocker, blocked=blocked)
    return blocked


def unblock(*, blocker: User, blocked: User) -> None:
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


@transaction.atomic
def end_match(*, match_id: int, staff: User, why: str, now: datetime) -> Match:
    """A stuck match ends without a result; its players read why."""
    reason = checked(staff, why)
    match = locked(pk=match_id)
    if match.is_over:
        raise refusals.SiteRefusal(_("This match is over already."))
    trace(staff, END_MATCH, reason, now=now, match=match)
    return tables.end_unplayed(match, reason, now=now)


@transaction.atomic
def hide(*, message_id: int, staff: User, why: str, now: datetime, hidden: bool = True) -> Message:
    """The message is no longer shown (or shown again), and its reports are settled."""
    reason = checked(staff, why)
    message = Message.objects.select_related("match", "user").get(pk=message_id)
    Message.objects.filter(pk=message_id).update(hidden=hidden)
    if hidden:
        notices.unsay(message, now=now)
    message.reports.filter(settled_at=None).update(settled_at=now)
    trace(staff, HIDE if hidden else SHOW, reason, now=now, match=message.match, user=message.user)
    message.hidden = hidden
    return message


@transaction.atomic
def settle(*, report_id: int, staff: User, why: str, now: datetime) -> Report:
    """A report that asks for nothing more."""
    reason = checked(staff, why)
    report = Report.objects.select_related("message__match", "message__user").get(pk=report_id)
    report.settled_at = now
    report.save(update_fields=["settled_at"])
    trace(staff, SETTLE, reason, now=now, match=report.message.match, user=report.message.user)
    return report


@transaction.atomic
def unpublish(*, study_id: int, staff: User, why: str, now: datetime) -> Study:
    """The study is for its owner alone again."""
    reason = checked(staff, why)
    study = Study.objects.select_related("owner").get(pk=study_id)
    study.public = False
    study.save(update_fields=["public"])
    trace(staff, UNPUBLISH, reason, now=now, user=study.owner)
    return study


@transaction.atomic
def remove_tag(*, tag_id: int, staff: User, why: str, now: datetime) -> None:
    """Nobody reads it any more."""
    reason = checked(staff, why)
    tag = Tag.objects.select_related("match", "user").get(pk=tag_id)
    tag.delete()
    trace(staff, UNTAG, reason, now=now, match=tag.match, user=tag.user)


@transaction.atomic
def suspend(*, user: User, staff: User, why: str, now: datetime, suspended: bool = True) -> User:
    """An account that can't come in any more (or can again): sessions end with the next click."""
    reason = checked(staff, why)
    if user.is_staff:
        raise refusals.Forbidden(_("Staff accounts are not suspended here."))
    if user.is_gone:
        raise refusals.SiteRefusal(_("%(name)s does not play here any more.") % {"name": user})
    if user.is_active is not suspended:
        stands = _("This account is suspended already.") if suspended else _("This account is not suspended.")
        raise refusals.SiteRefusal(stands)
    user.is_active = not suspended
    user.save(update_fields=["is_active"])
    trace(staff, SUSPEND if suspended else UNSUSPEND, reason, now=now, user=user)
    return user


def checked(staff: User, why: str) -> str:
    if not staff.is_staff:
        raise refusals.Forbidden(_("Only staff can do that."))
    reason = why.strip()
    if not reason or len(reason) > 300:
        raise refusals.SiteRefusal(_("Give a reason, in 300 characters at most."))
    return reason


def trace(
    staff: User, action: str, why: str, *, now: datetime, match: Match | None = None, user: User | None = None
) -> None:
    StaffAction.objects.create(staff=staff, action=action, why=why, match=match, user=user, done_at=now)
