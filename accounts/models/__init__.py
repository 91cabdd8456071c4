from accounts.models.click import Click
from accounts.models.mail import Mail
from accounts.models.notices import CalendarEntry, NoticePreference, NoticeSettings, Webhook
from accounts.models.user import User

__all__ = ["CalendarEntry", "Click", "Mail", "NoticePreference", "NoticeSettings", "User", "Webhook"]
