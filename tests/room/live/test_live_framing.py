"""Frames are put together from parts; whole ones, encoded at once, must be the same bytes."""

import msgspec
import pytest
from live_room import GAMES, STUD, Evening, bet_and_close, told_at_once

from seventh.room.frames import RoundInfo, SeatClock, TableFrame
from seventh.room.tables import viewers
from seventh.room.tables.framing import Frames


def at_once(frames: Frames, seat: int, person: str, openings: tuple, fresh: bool) -> bytes:
    """The frame without any shortcut: the viewer's own view and events, encoded in one go."""
    moment, live, eyes = frames.moment, frames.moment.live, frames.eyes(seat, person)
    info = None
    if live is not None:
        view = live.view(eyes)
        brings_in = any(choice["action"] == "bring_in" for choice in view.choices)
        info = RoundInfo(
            id=live.id,
            number=live.number,
            people={seat: seated.person for seat, seated in live.seats.items()},
            seed_hash=live.seed_hash,
            seeds={seat: seed.hex() for seat, seed in live.client_seeds.items()},
            seeds_closed=live.seeds_closed,
            root=live.root or "",
            view=view,
            decision=live.decision(eyes) if eyes is not None else 0,
            deadlines={seat: clock.ends for seat, clock in moment.deadlines.items()},
            clocks={seat: SeatClock(clock.starts, clock.bank_from) for seat, clock in moment.deadlines.items()},
            openings=openings,
            prices={"bring_in": min(live.house.stakes.bring_in, live.stacks[eyes])} if brings_in else {},
        )
    events = () if fresh else tuple(event.seen_by(eyes) for event in moment.events)
    you = moment.you(seat, person) if seat else None
    return msgspec.json.encode(TableFrame(**moment.head, you=you, round=info, events=events))


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R30_frames_from_parts_are_the_frames_of_each_viewers_own_view(tmp_path, monkeypatch, game):
    compared = []

    class Compared(Frames):
        def frame(self, seat, person, openings, fresh):
            made = super().frame(seat, person, openings, fresh)
            assert made == at_once(self, seat, person, openings, fresh)
            compared.append(seat)
            return made

    monkeypatch.setattr(viewers, "Frames", Compared)
    async with Evening(tmp_path) as evening:
        table, one, two, spectator = f"{game}-1", *[await evening.guest() for _ in range(3)]
        await spectator.watch(table)
        await one.sit(table)
        await two.sit(table)
        for _ in range(3):
            if game == STUD:
                await evening.run(3)
            else:
                await bet_and_close(evening, table, one, two)
            owners = {client.person: client for client in (one, two)}
            for _ in range(100):
                live = evening.table(table).standing.live
                waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int)) if live else []
                if not waiting:
                    break
                await owners[live.seats[waiting[0]].person].act(table)
                await evening.clock.settle()
            await evening.run(300 if game == STUD else 20)
    assert {0, 1, 2} <= set(compared)
    assert len(compared) > 40
