"""What our folds are measured against: python-chess and pokerkit playing recorded games."""

from __future__ import annotations

import chess
from pokerkit import Automation, NoLimitTexasHoldem

# Byrne against Fischer, New York 1956, in standard algebraic notation.
_CHESS = """
Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3
bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+
Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5
Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#
"""

_GAMES = 20
_HANDS = 20


class Chess:
    """A recorded game of chess, its moves read already."""

    def __init__(self) -> None:
        """Reads the moves."""
        board = chess.Board()
        self._moves = [board.push_san(san) for san in _CHESS.split()]

    def unchecked(self) -> int:
        """Pushes every move as it stands."""
        for _ in range(_GAMES):
            board = chess.Board()
            for move in self._moves:
                board.push(move)
        return _GAMES * len(self._moves)

    def checked(self) -> int:
        """Pushes every move after asking whether it is legal."""
        for _ in range(_GAMES):
            board = chess.Board()
            for move in self._moves:
                assert board.is_legal(move)
                board.push(move)
        return _GAMES * len(self._moves)


def poker() -> int:
    """Plays a recorded hand of hold'em; every action is checked as it is applied."""
    return sum(_hand() for _ in range(_HANDS))


def _hand() -> int:
    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    state = NoLimitTexasHoldem.create_state(
        automations, True, 500, (1000, 2000), 2000, (1_125_600, 2_000_000, 553_500), 3
    )
    actions = (
        lambda: state.deal_hole("Ac2d"),
        lambda: state.deal_hole("5h7s"),
        lambda: state.deal_hole("7h6h"),
        lambda: state.complete_bet_or_raise_to(7000),
        lambda: state.complete_bet_or_raise_to(23_000),
        state.fold,
        state.check_or_call,
        lambda: state.burn_card("??"),
        lambda: state.deal_board("Jc3d5c"),
        lambda: state.complete_bet_or_raise_to(35_000),
        state.check_or_call,
        lambda: state.burn_card("??"),
        lambda: state.deal_board("4h"),
        lambda: state.complete_bet_or_raise_to(90_000),
        lambda: state.complete_bet_or_raise_to(232_600),
        lambda: state.complete_bet_or_raise_to(1_067_100),
        state.check_or_call,
        lambda: state.burn_card("??"),
        lambda: state.deal_board("Jh"),
    )
    for action in actions:
        action()
    return len(actions)
