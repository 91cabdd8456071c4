"""A match as a page: its board and turn bar, its turns one by one, and what one can try out on it."""

from games.views.match.course import analysis_ask, analysis_cancel, match_course
from games.views.match.downloads import match_animation, record_json
from games.views.match.orders import order_create, order_move, order_remove
from games.views.match.plain import match_list
from games.views.match.pulse import pulse, record
from games.views.match.replay import match_replay, match_turn
from games.views.match.sandbox import sandbox, sandbox_note
from games.views.match.turns import match_page, resign, resign_confirm, turn_confirm

__all__ = [
    "analysis_ask",
    "analysis_cancel",
    "match_animation",
    "match_course",
    "match_list",
    "match_page",
    "match_replay",
    "match_turn",
    "order_create",
    "order_move",
    "order_remove",
    "pulse",
    "record",
    "record_json",
    "resign",
    "resign_confirm",
    "sandbox",
    "sandbox_note",
    "turn_confirm",
]
