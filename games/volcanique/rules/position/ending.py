"""What ends a game: the triggers (V-19.1 to V-19.6), and departures (V-22.7)."""

from games.volcanique.rules.position.position import Position, Stage

LAND, CRITTERS, SUPER, WINTER, STALL, ALONE = "land", "critters", "super", "winter", "stall", "alone"
REASONS = {
    LAND: "no land tile was left",
    CRITTERS: "a player had no critter left in hand",
    SUPER: "the super volcano erupted",
    WINTER: "the volcanic winter covered everything",
    STALL: "nothing happened any more",
    ALONE: "only one player was left",
}
LONGEST_GAME = 60  # V-28.7: rounds of turns of any kind


def trigger_end(pos: Position, reason: str, seat: int) -> None:
    """V-19.1, V-24.5: start the end sequence, unless it has begun, or the turn is none that triggers."""
    if pos.in_end or pos.stage is not Stage.NORMAL or seat in pos.left:
        return
    pos.trigger, pos.trigger_seat, pos.trigger_turn = reason, seat, pos.turn
    pos.tell("trigger", reason=reason, seat=seat)


def trigger_when_out_of_land(pos: Position, seat: int) -> None:
    """V-19.2: the last land tile has left the supply."""
    if not any(pos.tiles):
        trigger_end(pos, LAND, seat)


def trigger_when_out_of_critters(pos: Position) -> None:
    """V-19.3: the hand of the active player is empty at some moment of the own turn."""
    if not pos.hands[pos.active]:
        trigger_end(pos, CRITTERS, pos.active)


def is_stalled(pos: Position) -> bool:
    """V-19.6: nothing has happened for some rounds, or the game has lasted too long."""
    players = pos.options.players
    return pos.idle >= pos.options.stall_rounds * players or pos.turn >= LONGEST_GAME * players


def stop_game(pos: Position, *, alone: bool = False) -> None:
    """End the game, whatever was under way."""
    pos.stage, pos.alone = Stage.OVER, alone
    pos.wait, pos.agenda = None, ()
    pos.committed = True


def end_reason(pos: Position) -> str | None:
    """V-20.4: why the game is over."""
    if not pos.over:
        return None
    return ALONE if pos.alone else pos.trigger
