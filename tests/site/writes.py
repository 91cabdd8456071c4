"""What a GET may write into the database, by its route, and what it wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable

WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(?P<table>\w+)"(?P<rest>.*)', re.DOTALL)
COLUMN = re.compile(r'"(\w+)" = ')
# That notices and a turn were seen by whom they are for, and that mails held back until then may come again.
SEEN = {
    "games_notice.read_at",
    "games_seat.seen_turn",
    "accounts_noticesettings.looked_at",
    "games_delivery.state",
    "games_delivery.due_at",
}
# The secret or challenge that the form on the page has to answer is kept in the session of who asked for it.
CHALLENGE = {"django_session.session_data", "django_session.expire_date"}
ALLOWED = {
    "/games/<slug:key>/": SEEN,
    "/moderation/": {"games_notice.read_at"},
    "/moderation/games/<slug:key>/": {"games_notice.read_at"},
    # That the codes were seen: allauth then shows no more that they should be written down.
    "/account/2fa/recovery-codes/": {"mfa_authenticator.data"},
    "/account/2fa/recovery-codes/download/": {"mfa_authenticator.data"},
    "/account/2fa/totp/activate/": CHALLENGE,
    "/account/2fa/webauthn/add/": CHALLENGE,
    "/account/2fa/webauthn/reauthenticate/": CHALLENGE,
}
# When a token was last used: its owner sees by it which programs still have one.
OF_THE_API = {"games_token.used_at"}


def written_by(statements: Iterable[str]) -> set[str]:
    """Return what SQL statements write: `table.column` for each column of an update, else the table."""
    found = set()
    for match in filter(None, map(WRITE.match, statements)):
        changes = match["rest"].partition(" WHERE ")[0]
        columns = COLUMN.findall(changes) if changes.startswith(" SET ") else []
        found |= {f"{match['table']}.{column}" for column in columns} or {match["table"]}
    return found


def allowed_of(route: str) -> set[str]:
    """Return what a GET of this route may write."""
    return OF_THE_API if route.startswith("/api/") else ALLOWED.get(route, set())
