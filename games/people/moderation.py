"""What keeps the club civil: blocks between people, and what staff does, which always leaves a trace."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import Kind, name_key
from accounts.services import logouts, rights
from games.matches import live, notices, refusals, user_texts
from games.matches.queries import may_moderate
from games.matches.stored_match import lock_match
from games.matches.tables import tables
from games.matches.tables.pace import RateLimited
from games.models import Block, Match, Message, Report, StaffAction, Study, Tag
from games.people import following
from taluva_site.security import limits

BACKEND = settings.AUTHENTICATION_BACKENDS[0]
REPORTS = limits.Limit("report", 10, 600)
LONGEST_WHY = 300
END_MATCH, HIDE, SHOW, SETTLE = "end match", "hide message", "show message", "settle report"
UNPUBLISH, UNTAG = "unpublish study", "remove tag"
SUSPEND, UNSUSPEND = "suspend", "unsuspend"


@transaction.atomic
def block_user(*, blocker: User, blocked: User) -> None:
    """Block a person: the two share no new table, read nothing of each other, and neither follows the other."""
    if blocker.pk == blocked.pk:
        raise refusals.SiteRefusal(_("You can't block yourself."))
    if not may_be_blocked(blocked):
        raise refusals.SiteRefusal(_("%(name)s can't be blocked.") % {"name": blocked})
    Block.objects.get_or_create(blocker=blocker, blocked=blocked)
    for follower, followed in ((blocker, blocked), (blocked, blocker)):
        following.unfollow_user(follower=follower, followed=followed)


def may_be_blocked(user: User) -> bool:
    return not (user.bot_level or user.is_staff)


def block_named(*, blocker: User, name: str) -> User:
    """Block whoever has this name, however it is written."""
    blocked = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if blocked is None:
        raise refusals.SiteRefusal(_("No player has that name."))
    block_user(blocker=blocker, blocked=blocked)
    return blocked


def unblock_user(*, blocker: User, blocked: User) -> None:
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


@transaction.atomic
def end_match(*, match_id: int, staff: User, why: str, now: datetime) -> Match:
    """Return a stuck match ends without a result; its players read why."""
    reason = check_moderation(staff, why)
    match = lock_match(pk=match_id)
    if match.is_over:
        raise refusals.SiteRefusal(_("This game has already ended."))
    log_action(staff, END_MATCH, reason, now=now, match=match)
    return tables.end_unplayed(match, reason, now=now)


@transaction.atomic
def hide_message(*, message_id: int, staff: User, why: str, now: datetime, hidden: bool = True) -> Message:
    """Hide the message, or show it again, and settle its reports; return it."""
    reason = check_moderation(staff, why)
    message = Message.objects.select_related("match", "user").get(pk=message_id)
    Message.objects.filter(pk=message_id).update(hidden=hidden)
    if hidden:
        notices.withdraw_message_notices(message, now=now)
    settle_all(message.reports.filter(settled_at=None), now=now)
    log_action(staff, HIDE if hidden else SHOW, reason, now=now, match=message.match, user=message.user)
    message.hidden = hidden
    return message


@transaction.atomic
def settle_report(*, report_id: int, staff: User, why: str, now: datetime) -> Report:
    """Return a report that asks for nothing more."""
    reason = check_moderation(staff, why)
    report = Report.objects.select_related("message__match", "message__user").get(pk=report_id)
    settle_all(Report.objects.filter(pk=report_id, settled_at=None), now=now)
    report.settled_at = report.settled_at or now
    log_action(staff, SETTLE, reason, now=now, match=report.message.match, user=report.message.user)
    return report


def settle_all(reports: QuerySet[Report], *, now: datetime) -> None:
    """Close these reports, and tell who wrote them."""
    open_now = list(reports.select_related("message"))
    Report.objects.filter(pk__in=[report.pk for report in open_now]).update(settled_at=now)
    notices.create_settled_notices(open_now, now=now)


@transaction.atomic
def report_message(*, match_id: int, message_id: int, user: User, why: str, now: datetime) -> Report:
    """Bring a message to the moderators, once a person."""
    message = Message.objects.select_related("match").filter(match_id=match_id, pk=message_id).first()
    if message is None:
        raise refusals.NotFound(_("There is no such message."))
    if message.user_id == user.pk:
        raise refusals.SiteRefusal(_("This is your own message."))
    words = user_texts.clean_lines(why.strip())[:LONGEST_WHY]
    allowance = limits.spend(REPORTS, user.pk)
    if allowance.exceeded:
        sentence = _("Too many messages. Wait %(seconds)d seconds.") % {"seconds": allowance.resets_in}
        raise RateLimited(sentence, allowance.resets_in)
    made, is_new = Report.objects.get_or_create(
        message=message,
        reporter=user,
        defaults={"why": words, "created_at": now},
    )
    if is_new:
        notices.create_report_notices(made, all_moderators(), now=now)
    return made


def all_moderators() -> QuerySet[User]:
    """Return everybody who may moderate, superusers among them."""
    return User.objects.with_perm(rights.MODERATE, backend=BACKEND).filter(kind=Kind.PERSON)


@transaction.atomic
def unpublish_study(*, study_id: int, staff: User, why: str, now: datetime) -> Study:
    """Make the study its owner's alone again; return it."""
    reason = check_moderation(staff, why)
    study = Study.objects.select_related("owner").get(pk=study_id)
    study.public = False
    study.save(update_fields=["public"])
    log_action(staff, UNPUBLISH, reason, now=now, user=study.owner)
    return study


@transaction.atomic
def remove_tag(*, tag_id: int, staff: User, why: str, now: datetime) -> None:
    """Remove a tag for everybody."""
    reason = check_moderation(staff, why)
    tag = Tag.objects.select_related("match", "user").get(pk=tag_id)
    tag.delete()
    log_action(staff, UNTAG, reason, now=now, match=tag.match, user=tag.user)


@transaction.atomic
def suspend_account(*, user: User, staff: User, why: str, now: datetime, suspended: bool = True) -> User:
    """Suspend the account, or let it in again: its sessions end; feeds, tokens and webhooks wait, of no use."""
    reason = check_moderation(staff, why)
    if user.is_staff or user.is_superuser:
        raise refusals.Forbidden(_("Staff accounts cannot be suspended here."))
    if not rights.may_act_on(staff, user):
        raise refusals.Forbidden(_("%(name)s has more permissions than you.") % {"name": user})
    if user.is_gone:
        raise refusals.SiteRefusal(_("%(name)s no longer plays here.") % {"name": user})
    if user.is_active is not suspended:
        stands = _("This account is already suspended.") if suspended else _("This account is not suspended.")
        raise refusals.SiteRefusal(stands)
    user.is_active = not suspended
    user.save(update_fields=["is_active"])
    if suspended:
        end_visits(user)
    log_action(staff, SUSPEND if suspended else UNSUSPEND, reason, now=now, user=user)
    return user


def end_visits(user: User) -> None:
    """Log a suspended user out everywhere. A guest's session is their only way back: it waits for them, of no use."""
    live.close_sockets(user)
    if not user.is_guest:
        logouts.end_sessions(user)


def check_moderation(staff: User, why: str) -> str:
    if not may_moderate(staff):
        raise refusals.Forbidden(_("Only moderators can do that."))
    reason = user_texts.clean_line(why)
    if not reason or len(reason) > 300:
        raise refusals.SiteRefusal(_("Give a reason, in 300 characters at most."))
    return reason


def log_action(
    staff: User, action: str, why: str, *, now: datetime, match: Match | None = None, user: User | None = None
) -> None:
    StaffAction.objects.create(staff=staff, action=action, why=why, match=match, user=user, done_at=now)
