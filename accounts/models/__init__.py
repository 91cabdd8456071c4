from accounts.models.click import Click
from accounts.models.mail import Mail
from accounts.models.mail_slot import MailSlot
from accounts.models.notice_settings import CalendarEntry, NoticePreference, NoticeSettings, Webhook
from accounts.models.session import SessionUser
from accounts.models.user import User

__all__ = [
    "CalendarEntry",
    "Click",
    "Mail",
    "MailSlot",
    "NoticePreference",
    "NoticeSettings",
    "SessionUser",
    "User",
    "Webhook",
]
