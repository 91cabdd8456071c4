"""The Celery tasks of the games, enqueued by name. Each may run twice."""

import os
import subprocess
import sys
import threading
from datetime import timedelta
from functools import partial

from celery import current_app, shared_task
from celery.signals import worker_process_init, worker_ready
from celery.worker.consumer import Consumer
from django.conf import settings
from django.utils import timezone

from games.bot_contract import CoreState, FastCore
from taluva_site.operations import supervisor


@shared_task
def play_bot_turn(match_id: int, number: int, seat: int) -> None:
    from games.matches import bot_turns

    bot_turns.play_turn(match_id=match_id, number=number, seat=seat)


NEED_THE_CORE = {"bots", "slow"}
PATIENCE, LONGEST = 240, 270  # seconds: a process that lets all others go first may need them


@shared_task
def analyse_position(match_id: int, number: int) -> None:
    from games.history import computer_analysis

    computer_analysis.analyse_position(match_id=match_id, number=number, now=timezone.now())


@shared_task
def draw_picture(source: str, key: str, number: int, kind: str) -> None:
    from games.pictures import drawing

    drawing.draw_picture(source=source, key=key, number=number, kind=kind)


@shared_task
def draw_pictures_of(match_id: int) -> None:
    from games.pictures import drawing

    drawing.draw_pictures_of(match_id=match_id)


@shared_task(soft_time_limit=PATIENCE, time_limit=LONGEST)
def draw_animation(match_id: int) -> None:
    from games.pictures import drawing

    drawing.draw_animation(match_id=match_id)


@shared_task
def forget_pictures() -> None:
    from games.pictures import gallery

    gallery.forget_stale()


@shared_task
def draw_ahead() -> None:
    """Look which pictures the slow queue should draw before somebody asks for them."""
    from games.pictures import drawing

    drawing.draw_ahead()


@shared_task
def plan_notices() -> None:
    """Create the deliveries of new notices; what is due goes at once."""
    from games.notifications import deliveries

    deliveries.plan_deliveries(now=timezone.now())


@shared_task
def gather_mails(digest: bool = False, after: int = 0) -> None:
    """Gather the mails of some people, then enqueue a task for the next: other mails come between."""
    from games.notifications.channels.mail import sending

    last = sending.gather_some(digest=digest, after=after, now=timezone.now())
    if last is not None:
        gather_mails.delay(digest, last)


@shared_task
def send_mail(mail_id: int) -> None:
    from games.notifications.channels.mail import sending

    sending.send_mails([mail_id], now=timezone.now())


@shared_task
def send_due_mails() -> None:
    from games.notifications.channels.mail import sending

    sending.send_due(now=timezone.now())


@shared_task
def tell_of_paused_address(user_id: int, address: str) -> None:
    from games.matches import notices

    notices.tell_of_paused_address(user_id, address, now=timezone.now())


@shared_task
def reckon_ratings() -> None:
    from games.history import ratings

    ratings.reckon_waiting()


@shared_task(soft_time_limit=PATIENCE, time_limit=LONGEST)
def write_dump() -> None:
    from games.history import dumps

    dumps.write_dump(now=timezone.now())


@shared_task
def seal_secrets() -> None:
    """Encrypt what processes of the version before have written in clear beside those of this one."""
    from games.matches import sealing

    sealing.seal_secrets()


@shared_task
def send_deliveries(channel: str) -> None:
    """Send what is due through a channel that sends each notice by itself."""
    from games.notifications import deliveries

    deliveries.send_due(channel, now=timezone.now())


@shared_task
def sweep() -> None:
    """Repair what was lost between a commit and its effects: bots, notices, deadlines, tables that nobody filled."""
    from games import sweeping

    sweeping.run_sweep(now=timezone.now(), grace=timedelta(seconds=20))


def step_back(parent: int) -> None:
    """Let others go first, and end when the worker does. Called in the child."""
    os.nice(5)
    supervisor.die_with(parent)


@worker_ready.connect
def compile_cores(sender: Consumer, **_more: object) -> None:
    """Compile beside the bots' worker, at its first start with these sources, and no longer than it: no turn waits.

    The slow worker, which analyses, does so too; where both are on one machine, the second waits for the first.
    """
    from games.matches import bot_core
    from games.registry import BOTS

    if not NEED_THE_CORE & set(sender.app.amqp.queues.consume_from):
        return
    cores = [bots.core for bots in BOTS.values() if bots.core and bots.core.is_installed()]
    missing = [core for core in cores if core.state() is not CoreState.READY]
    if missing:
        for core in missing:
            core.clear_failed()
        compiler = subprocess.Popen(
            [sys.executable, "manage.py", "bots", "warm"],
            cwd=settings.BASE_DIR,
            preexec_fn=partial(step_back, os.getpid()),
        )
        threading.Thread(target=see_it_end, args=(compiler, missing), daemon=True).start()
    bot_core.check_all()


def see_it_end(compiler: subprocess.Popen[bytes], cores: list[FastCore]) -> None:
    """Note what could not be compiled: a compiler that was killed, as where memory is short, says nothing itself."""
    from games.matches import bot_core

    if compiler.wait() != 0:
        for core in cores:
            if core.state() is not CoreState.READY:
                core.mark_failed()
        bot_core.check_all()


@worker_process_init.connect
def load_cores(**_more: object) -> None:
    """Load the cores once they are compiled, so that nobody waits for one at a bot's first turn.

    It is done beside the process' start, which has seconds only.
    """
    from games.registry import BOTS

    # The slow worker loads them for its first analysis; most of what it does needs none.
    if "bots" in current_app.amqp.queues.consume_from:
        for core in [bots.core for bots in BOTS.values() if bots.core]:
            threading.Thread(target=core.load, daemon=True).start()
