from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class ClubAdminConfig(AdminConfig):
    """Django's admin, with a site of ours (admin_site.py)."""

    default_site = "taluva_site.admin.model_admin.ClubAdminSite"
