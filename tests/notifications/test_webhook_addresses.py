"""Whom webhooks never reach, and how long a call takes at most."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from games.notifications.channels.webhooks import wire
from tests.notifications.receivers import Receiver, dripping
from tests.processes import wait_for

PRIVATE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "::ffff:0:127.0.0.1",
    "3fff::1",
    "fec0::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
]


PUBLIC = ["8.8.8.8", "93.184.215.14", "2001:4860:4860::8888", "2620:fe::fe", "::ffff:8.8.8.8"]


@pytest.mark.parametrize("address", PUBLIC)
def test_a_machine_on_the_public_net_is_called(address: str) -> None:
    assert wire.public_address("hook.example", 443, lambda host, port: [address]) == address


def test_a_name_with_one_private_address_among_public_ones_is_refused() -> None:
    with pytest.raises(wire.RefusedAddressError):
        wire.post_request("https://hook.example/", {}, b"", look_up=lambda host, port: [*PUBLIC, "10.0.0.1"])


@pytest.mark.parametrize("address", PRIVATE)
def test_a_machine_that_is_not_on_the_public_net_is_refused(address: str) -> None:
    with pytest.raises(wire.RefusedAddressError):
        wire.post_request("https://hook.example/", {}, b"", look_up=lambda host, port: [address])


WRONG = [
    "http://hook.example/",
    "ftp://hook.example/",
    "//hook.example/",
    "https://",
    "https://user@hook.example/",
    "https://user:secret@hook.example/",
    "https://hook.example:22/",
    "https://hook.example:99999/",
    "https://hook.example/\r\nX: y",
    "https://hook.example/ x",
]


@pytest.mark.parametrize("url", WRONG)
def test_an_address_that_is_not_plain_https_is_refused(url: str) -> None:
    with pytest.raises(wire.RefusedAddressError):
        wire.check_url(url)


SPELLED_LOCALLY = ["https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://[::1]/", "https://localhost/"]


@pytest.mark.parametrize("url", SPELLED_LOCALLY)
def test_this_machine_is_refused_however_it_is_spelled(url: str) -> None:
    with pytest.raises(wire.RefusedAddressError):
        wire.post_request(url, {}, b"")


def here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def test_post_arrives_with_its_path_headers_and_body(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver.post("/a/b?c=d", here, monkeypatch)

    assert [(each.path, each.headers["X-One"], each.body) for each in receiver.caught] == [("/a/b?c=d", "1", b"body")]
    assert receiver.caught[0].headers["Host"] == f"hook.example:{receiver.port}"


def test_a_redirect_is_not_followed(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver.answers.append((302, {"Location": f"https://hook.example:{receiver.port}/elsewhere"}))

    with pytest.raises(wire.DeliveryError, match="HTTP 302"):
        receiver.post("/", here, monkeypatch)
    assert len(receiver.caught) == 1


def test_the_name_is_asked_once_so_that_a_second_answer_changes_nothing(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [["127.0.0.1"], ["10.0.0.1"]]
    receiver.post("/", lambda host, port: answers.pop(0), monkeypatch)

    assert (len(receiver.caught), answers) == (1, [["10.0.0.1"]])


SLOW = {
    "shaking hands": (b"", False),
    "headers": (b"HTTP/1.1 200 OK\r\nX: ", True),
    "body": (b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n", True),
}


@pytest.mark.parametrize("what", SLOW)
def test_a_call_ends_in_time_however_slowly_the_answer_drips(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, greets = SLOW[what]
    monkeypatch.setattr(wire, "SECONDS", 1.0)
    with dripping(tmp_path, line, greets=greets) as receiver:
        with pytest.raises(wire.DeliveryError, match=r"in time|timed out"):
            receiver.post("/", here, monkeypatch)

        assert len(receiver.caught) == 1
    wait_for(lambda: not [each for each in threading.enumerate() if each.name == "call"])


def test_a_call_ends_in_time_when_the_name_server_does_not_answer(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answer = threading.Event(), threading.Event()

    def slowly(host: str, port: int) -> list[str]:
        asked.set()
        answer.wait(5)
        return ["127.0.0.1"]

    monkeypatch.setattr(wire, "SECONDS", 0.3)
    with pytest.raises(wire.DeliveryError, match="No complete response"):
        receiver.post("/", slowly, monkeypatch)
    answer.set()
    wait_for(lambda: not [each for each in threading.enumerate() if each.name == "call"])

    assert (asked.is_set(), receiver.caught) == (True, [])


def test_a_certificate_of_another_name_is_not_accepted(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PORTS", {receiver.port})
    monkeypatch.setattr(wire, "is_public", lambda address: True)

    with pytest.raises(wire.DeliveryError, match=r"[Cc]ertificate"):
        wire.post_request(f"https://other.example:{receiver.port}/", {}, b"", look_up=here, context=receiver.context)
    assert receiver.caught == []
