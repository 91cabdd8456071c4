"""Engine lines: what an entry brought about, for the reader of a record (V-23.7). They follow from the entries."""

from collections.abc import Iterable, Iterator

from games.volcanique.rules.position.position import Event


def hex_text(value: object) -> str:
    """Return a hex of an event."""
    assert isinstance(value, list)
    return f"{value[0]},{value[1]}"


def seat_text(value: object) -> str:
    """Return a seat of an event."""
    assert isinstance(value, int)
    return f"P{value + 1}"


def derived_lines(events: Iterable[Event]) -> Iterator[str]:
    """Yield the lines of these events."""
    for event in events:
        words = line_of(event)
        if words is not None:
            yield f"~ {words}"


def line_of(event: Event) -> str | None:
    """Return the line of one event, None for those that the entry itself says."""
    match event["kind"]:
        case "home":
            where = event["sector"] if "sector" in event else hex_text(event["hex"])
            return f"home {seat_text(event['seat'])} {where}*{event['pieces']}"
        case "collect":
            return f"collect {seat_text(event['seat'])} {event['resources']}"
        case "lava":
            return f"lava f{event['flow']} {hex_text(event['from'])}>{hex_text(event['to'])}"
        case "reveal":
            return f"reveal {hex_text(event['hex'])} {event['tile']}"
        case "pool":
            return f"pool f{event['flow']} {hex_text(event['hex'])}"
        case "soil":
            return f"soil {hex_text(event['hex'])}"
        case "freeze":
            assert isinstance(event["radius"], int)
            return f"freeze {3 * event['radius'] * (event['radius'] + 1) + 1}"
        case "trigger":
            return f"trigger {event['reason']} {seat_text(event['seat'])}"
    return None
