"""Keeps what is secret in running games encrypted: seeds, and what players left for later."""

from __future__ import annotations

from accounts.login import mfa
from games.models import Match, MatchState, SeatOrder


def seal_secrets() -> int:
    """Encrypt what a version without encryption wrote, secrets of second steps too; return how many there were."""
    return seal_seeds() + seal_orders() + mfa.encrypt_again(only_clear=True)


def seal_seeds() -> int:
    """Encrypt the seeds of running games that a version without encryption wrote; return how many there were.

    Each row is changed by one statement, which finds nothing if the game has ended meanwhile and its seed is public.
    """
    unsealed = Match.objects.filter(state=MatchState.RUNNING).exclude(public_seed="")
    return sum(
        unsealed.filter(pk=pk).update(sealed_seed=seed, public_seed="")
        for pk, seed in unsealed.values_list("pk", "public_seed")
    )


def seal_orders() -> int:
    """Encrypt the orders that a version without encryption wrote; return how many there were."""
    unsealed = SeatOrder.objects.exclude(plain_text="")
    return sum(
        unsealed.filter(pk=pk).update(sealed_text=text, plain_text="")
        for pk, text in unsealed.values_list("pk", "plain_text")
    )
