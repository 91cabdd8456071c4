"""Databases for clubs of real processes: on the server that TEST_DATABASE_URL names, else in a file."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg


@contextmanager
def fresh(folder: Path) -> Iterator[str]:
    """The address of an empty database, which goes with the block; a file is in this folder."""
    server = os.environ.get("TEST_DATABASE_URL")
    if not server:
        yield f"sqlite:///{folder}/club.sqlite3"
        return
    name = f"club_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    """What the database of a running club holds, read from outside."""
    place = urlsplit(url)
    opened = sqlite3.connect(place.path, timeout=20) if place.scheme == "sqlite" else psycopg.connect(url)
    with closing(opened) as connection:
        return connection.execute(query).fetchall()
