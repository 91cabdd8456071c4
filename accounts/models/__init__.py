from accounts.models.mail import Mail
from accounts.models.user import User

__all__ = ["Mail", "User"]
