from __future__ import annotations

import secrets

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
ZONE = mark_safe('<input type="hidden" name="time_zone" data-time-zone>')  # ours


@register.simple_tag(takes_context=True)
def once(context: Context) -> SafeString:
    """Return the key of a form that makes something.

    Sent twice, it makes it once. A visitor becomes a guest, with a zone.
    """
    user = context.get("user")
    key = format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(12))
    return key if user and user.is_authenticated else key + ZONE
