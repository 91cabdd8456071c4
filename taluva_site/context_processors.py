from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """What every page needs."""
    return {"site_name": settings.SITE_NAME, "hosted": settings.HOSTED}
