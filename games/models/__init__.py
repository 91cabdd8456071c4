from games.models.analysis import Analysis, AnalysisRun
from games.models.dump import Dump
from games.models.gift import Gift
from games.models.match import Match, MatchState, Seat, Visibility
from games.models.messages import Block, Invitation, Message, Note, Report, StaffAction
from games.models.notice import Delivery, Notice
from games.models.people import Follow, ProfileWishes
from games.models.rating import Rating, RatingChange, Reckoning
from games.models.study import Study, StudySeat
from games.models.tag import Tag
from games.models.token import Token
from games.models.turn import SeatOrder, Turn, TurnOrigin

__all__ = [
    "Analysis",
    "AnalysisRun",
    "Block",
    "Delivery",
    "Dump",
    "Follow",
    "Gift",
    "Invitation",
    "Match",
    "MatchState",
    "Message",
    "Note",
    "Notice",
    "ProfileWishes",
    "Rating",
    "RatingChange",
    "Reckoning",
    "Report",
    "Seat",
    "SeatOrder",
    "StaffAction",
    "Study",
    "StudySeat",
    "Tag",
    "Token",
    "Turn",
    "TurnOrigin",
    "Visibility",
]
