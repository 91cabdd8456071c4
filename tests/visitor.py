"""Somebody at the other end of a real connection: keeps cookies, fills in the CSRF token, follows redirects."""

from __future__ import annotations

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass


@dataclass
class Page:
    status: int
    text: str
    address: str


class Visitor:
    def __init__(self, site: str) -> None:
        self.site = site.rstrip("/")
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> Page:
        return self.open(urllib.request.Request(self.site + path))

    def post(self, path: str, **fields: str) -> Page:
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": self.token(), **fields}).encode()
        return self.open(urllib.request.Request(self.site + path, data=data, headers={"Referer": self.site + path}))

    def token(self) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == "csrftoken"), "")

    def open(self, request: urllib.request.Request) -> Page:
        try:
            response = self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            return Page(response.status, response.read().decode(errors="replace"), response.url)
