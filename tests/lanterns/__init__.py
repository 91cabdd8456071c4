"""A second game, as small as it can be, with all that the contract allows and Taluva does not have.

Nine fields in a ring, and lanterns of the seats on them. A turn is up to two lanterns, lit one after the other, each in
a secret colour; fog keeps one field dark for a turn. With wind, a die after every turn blows out a lantern: an entry by
the rules. Whoever has a lantern beside a new one is asked whether the other may have it. Once a game everybody may
snuff a lantern, whoever's turn it is, while nobody is asked.
"""

from tests.lanterns.rules import Lanterns, WindyLanterns

__all__ = ["Lanterns", "WindyLanterns"]
