"""Live rounds: order of steps, commitment, chips, and restoring from storage."""

import re

import msgspec
import pytest
from sqlalchemy import select

from seventh.fair.verify import verify
from seventh.games import parse_house
from seventh.records import read_record, write_record
from seventh.room.rounds import round_log
from seventh.room.rounds.rounds import InconsistentRound, Seated, abandon, open_round, open_rounds, resume
from seventh.room.store import AlreadyDone, AlreadyPosted, Broken, NotEnough, schema
from seventh.rounds.actions import DEALER, FLOOR, Bet, DealCards, FaceUpCard, Fold, NoMoreBets, PlaceWagers
from seventh.rounds.events import BetReturned, Dealt, PotWon, Settled
from seventh.rounds.legal import NotNow, Refused
from tests.known import known
from tests.room.playing_live import GAMES, new_store, open_at, play_out, steps
from tools.scripted_players import scripted

ANTE = PlaceWagers({"ante": 500})


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as store:
        yield store


def rows_of(store, live):
    with store.reading() as connection:
        query = select(schema.log.c.kind, schema.log.c.body).where(schema.log.c.round == live.id)
        return connection.execute(query.order_by(schema.log.c.seq)).all()


def row_of(store, live):
    with store.reading() as connection:
        return connection.execute(select(schema.rounds).where(schema.rounds.c.id == live.id)).one()


def balances(store):
    with store.reading() as connection:
        return dict(connection.execute(select(schema.accounts.c.id, schema.accounts.c.balance)).all())


# Chance.


def test_R1_every_round_has_a_seed_of_its_own(store):
    seeds = {open_at(store, "high-card-flush", number=number, fresh=True).secret.reveal() for number in range(1, 20)}
    assert len(seeds) == 19


def test_R2_the_hash_is_stored_before_anything_else_happens(store):
    live = open_at(store, "high-card-flush")
    assert row_of(store, live).seed_hash == live.seed_hash
    assert [kind for kind, _ in rows_of(store, live)] == [round_log.OPENED]


@pytest.mark.parametrize("game", GAMES)
def test_R2_seeds_close_and_the_root_is_stored_before_the_first_card(store, game):
    live = open_at(store, game)
    for moved in steps(live):
        (entry,) = moved.change.log
        logged = round_log.read_steps(entry.body)
        assert (logged.seeds is not None) == (moved.after.seeds_closed and not live.seeds_closed)
        assert moved.after.seeds_closed or b'"dealt"' not in entry.body
        store.commit(moved.change).result()
        live = moved.after
    row = row_of(store, live)
    assert msgspec.json.decode(row.client_seeds, type=dict[int, str]) == {
        seat: seed.hex() for seat, seed in live.client_seeds.items()
    }
    assert row.root == live.root
    assert bool(row.root) == (game == "seven-card-stud")


def test_R2_nobody_wagers_or_gives_a_seed_once_the_seeds_are_closed(store):
    live = open_at(store, "high-card-flush")
    live = live.contribute(1, b"mine", 2).after
    with pytest.raises(NotNow, match="seat 1 has already given its seed"):
        live.contribute(1, b"another", 2)
    with pytest.raises(NotNow, match="9 is not a seat"):
        live.contribute(9, b"another", 2)
    with pytest.raises(NotNow, match="1 to 32 bytes"):
        live.contribute(2, b"", 2)
    live = live.act(1, ANTE, 2).after.close_seeds(3).after
    with pytest.raises(NotNow, match="closed, so wagers are final"):
        live.act(2, ANTE, 4)
    with pytest.raises(NotNow, match="closed"):
        live.contribute(2, b"late", 4)
    with pytest.raises(NotNow, match="already closed"):
        live.close_seeds(4)


def test_R2_a_seed_of_a_client_changes_the_deck_and_the_server_cannot_choose_it(store):
    live = open_at(store, "high-card-flush")
    first, second = (live.contribute(1, seed, 2).after.close_seeds(3).after for seed in (b"one", b"two"))
    assert known(first.shuffled).deck != known(second.shuffled).deck
    assert first.seed_hash == second.seed_hash


def test_R3_cards_come_from_the_deck_and_from_nowhere_else(store):
    live = open_at(store, "high-card-flush").act(1, ANTE, 2).after
    with pytest.raises(NotNow, match="come from the shuffled deck"):
        live.act(DEALER, NoMoreBets(), 3)
    with pytest.raises(NotNow, match="come from the shuffled deck"):
        live.act(DEALER, DealCards("As"), 3)
    live = live.deal_on(3).after
    with pytest.raises(NotNow, match="not the cards that the shuffled deck gives"):
        live.act(FLOOR, FaceUpCard("As"), 4)
    deck = "".join(card.text for card in known(live.shuffled).deck)
    assert "".join(event.cards for event in live.hand.events if hasattr(event, "cards")) == deck[:28]


@pytest.mark.parametrize("game", GAMES)
def test_R4_a_round_comes_back_from_storage_after_every_step_as_it_was(store, game):
    for number in range(1, 6):
        live = open_at(store, game, seats=4, number=number)
        for moved in steps(live):
            store.commit(moved.change).result()
            live = moved.after
            assert open_rounds(store) == ([] if live.over else [live.id])
            again = resume(store, live.id)
            for name in ("id", "table", "number", "seats", "dealer_position", "opened", "secret", "client_seeds"):
                assert getattr(again, name) == getattr(live, name), name
            for name in ("hand", "books", "steps", "answered", "called_off", "root", "stacks"):
                assert getattr(again, name) == getattr(live, name), name
            assert (again.shuffled and again.shuffled.deck) == (live.shuffled and live.shuffled.deck)


def test_R4_no_round_has_two_seeds_and_no_id_is_used_twice(store):
    live = open_at(store, "high-card-flush")
    again, change = open_round(table="t", number=1, house=live.house, seats=live.seats, at=9)
    assert again.seed_hash != live.seed_hash
    with pytest.raises(Broken):
        store.commit(change).result()
    assert resume(store, live.id).seed_hash == live.seed_hash


@pytest.mark.parametrize("game", GAMES)
def test_R4_a_step_that_was_not_committed_deals_the_same_cards_when_it_is_tried_again(store, game):
    live = open_at(store, game)
    for moved in steps(live):
        before = live.hand.copy()
        if DEALER in live.hand.to_act and live.client_seeds.keys() == live.seats.keys():
            assert live.deal_on(4).events == live.deal_on(5).events == moved.events
        assert live.hand == before
        live = moved.after


@pytest.mark.parametrize("game", GAMES)
def test_R6_the_record_of_a_finished_round_proves_itself(store, game):
    live = play_out(store, open_at(store, game))
    text = write_record(live.record("all"))
    assert not verify(read_record(text)).unchecked
    assert known(read_record(text).proof).server_seed == live.revealed


@pytest.mark.parametrize("game", GAMES)
def test_R5_nothing_is_revealed_while_the_round_is_played(store, game):
    live = open_at(store, game)
    for moved in steps(live):
        if not moved.after.over:
            assert moved.after.revealed == ""
            with pytest.raises(ValueError, match="is not over"):
                moved.after.record("all")
            if game != "seven-card-stud":
                with pytest.raises(ValueError, match="is not over"):
                    moved.after.record(1)


def test_R5_at_stud_a_seat_has_openings_of_the_cards_it_may_see_and_of_no_others(store):
    live = open_at(store, "seven-card-stud", seats=4)
    for moved in steps(live):
        live = moved.after
        for viewer in (None, *live.seats):
            seen = {opening.card for opening in live.openings(viewer)}
            view = live.view(viewer)
            shown = "".join(seat.cards for seat in view.seats) + view.common
            visible = {shown[i : i + 2] for i in range(0, len(shown), 2)} - {"??"}
            assert visible <= seen
            earlier = {event.seen_by(viewer) for event in live.hand.events if isinstance(event, Dealt)}
            assert seen <= visible | {event.cards for event in earlier if isinstance(event, Dealt)}


def test_R30_a_seats_record_of_a_hand_of_stud_names_no_card_that_the_seat_has_not_seen(store):
    live = open_at(store, "seven-card-stud", seats=4)
    for moved in steps(live):
        live = moved.after
        if not live.seeds_closed:
            continue
        dealt = {event.cards: event.place for event in live.hand.events if isinstance(event, Dealt)}
        for viewer in (None, *live.seats):
            text = write_record(live.record(viewer))
            seen = {opening.card for opening in live.openings(viewer)}
            hidden = {card for card in dealt if card not in seen}
            in_steps = {card for card in hidden if _names(text.split('"steps"')[1], card)}
            assert not in_steps, (viewer, in_steps)
            assert live.secret.reveal().hex() not in text
            verify(read_record(text))


def _names(text, card):
    """Whether a card is among the cards of a text, two characters per card."""
    return any(
        card in {cards[i : i + 2] for i in range(0, len(cards), 2)}
        for cards in re.findall(r'"(?:cards|card|order|up)": "([^"]*)"', text)
    )


@pytest.mark.parametrize("game", GAMES)
def test_R30_neither_a_round_nor_its_changes_show_the_seed(store, game):
    house = open_at(store, game).house
    live, change = open_round(
        table="u", number=1, house=house, seats={1: Seated("a", 9_999), 2: Seated("b", 9_999)}, at=1
    )
    seed = live.secret.reveal()
    for moved in [(live, change), *((moved.after, moved.change) for moved in steps(live))]:
        text = repr(moved)
        assert seed.hex() not in text
        assert repr(seed) not in text


# Money.


@pytest.mark.parametrize("game", GAMES)
def test_R14_after_every_commit_the_ledger_has_the_chips_that_the_rules_say(store, game):
    for number in range(1, 6):
        table = f"t{number}"
        live = open_at(store, game, seats=4, table=table)
        before = balances(store)
        for moved in steps(live, f"ledger {number}"):
            store.commit(moved.change).result()
            live = moved.after
            now = balances(store)
            by_rules = {seat.seat: seat.stack for seat in live.view(None).seats}
            assert {seat: now[live.books.stacks[seat]] for seat in live.seats} == live.stacks == by_rules
            assert now[live.books.escrow] == live.books.held
            assert sum(now.values()) == 0
        assert now[live.books.escrow] == 0
        taken = now["house"] + now["rake"] - before["house"] - before["rake"]
        assert sum(live.nets.values()) == -taken
        assert row_of(store, live).state == "played"


def test_R12_a_step_that_is_committed_twice_posts_once(store):
    live = open_at(store, "high-card-flush")
    moved = live.act(1, ANTE, 2, live.seats[1].person, "click")
    store.commit(moved.change).result()
    with pytest.raises((AlreadyPosted, AlreadyDone)):
        store.commit(moved.change).result()
    other = live.act(2, ANTE, 2, live.seats[2].person, "click")  # computed from the round before
    store.commit(moved.after.act(2, ANTE, 2, live.seats[2].person, "click").change).result()
    with pytest.raises((AlreadyPosted, AlreadyDone)):
        store.commit(other.change).result()
    assert resume(store, live.id).stacks == {1: 49_500, 2: 49_500, 3: 50_000}


def test_R15_a_wager_that_the_house_cannot_cover_is_refused_before_the_deal(tmp_path):
    with new_store(tmp_path, house_chips=1_999) as store:
        live = open_at(store, "high-card-flush")
        moved = live.act(1, ANTE, 2)
        with pytest.raises(NotEnough) as refused:
            store.commit(moved.change).result()
        assert refused.value.account == "house"
        assert resume(store, live.id).stacks == {1: 50_000, 2: 50_000, 3: 50_000}
        assert balances(store)["house"] == 1_999


def test_R15_the_reserve_covers_the_largest_raise(tmp_path):
    with new_store(tmp_path, house_chips=6_000) as store:
        live = open_at(store, "high-card-flush")
        for seat in (1, 2, 3):
            moved = live.act(seat, ANTE, 2)
            store.commit(moved.change).result()
            live = moved.after
        assert balances(store)["house"] == 0
        moved = live.deal_on(3)
        store.commit(moved.change).result()
        live = moved.after
        for seat in (1, 2, 3):
            *_, most = known(live.hand.legal(seat).of(Bet))
            moved = live.act(seat, most, 4)
            store.commit(moved.change).result()
            live = moved.after
        store.commit(live.deal_on(5).change).result()


def test_R15_withdrawing_wagers_releases_the_reserve(store):
    live = open_at(store, "high-card-flush")
    before = balances(store)
    for amounts in ({"ante": 500}, {"ante": 1_000, "flush": 100}, {"ante": 600}, {}):
        moved = live.act(1, PlaceWagers(amounts), 2)
        store.commit(moved.change).result()
        live = moved.after
    assert balances(store) == before


def test_R16_a_round_keeps_the_rules_that_it_was_opened_under(store):
    house = parse_house("pays.flush.seven_cards = 300", "high-card-flush")
    live = open_at(store, house)
    assert row_of(store, live).house_hash == house.hash
    assert resume(store, live.id).house == house
    assert play_out(store, live).record("all").new_house() == house


# Decisions.


def test_R33_a_neighbours_action_does_not_change_the_number_of_a_decision(store):
    live = open_at(store, "high-card-flush")
    assert [live.decision(seat) for seat in (1, 2, 3, 9)] == [1, 1, 1, 0]
    live = live.act(1, ANTE, 2).after
    assert [live.decision(seat) for seat in (1, 2, 3)] == [2, 1, 1]
    live = live.act(2, ANTE, 2).after.deal_on(3).after
    assert [live.decision(seat) for seat in (1, 2, 3)] == [3, 3, 0]
    live = live.act(1, Fold(), 4).after
    assert [live.decision(seat) for seat in (1, 2, 3)] == [0, 3, 0]


@pytest.mark.parametrize("game", GAMES)
def test_R33_the_price_of_an_action_is_what_it_takes_from_the_stack(store, game):
    live, play = open_at(store, game, seats=4), scripted("price")
    paid = 0
    while not live.over:
        seats = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
        for seat in seats[:1]:
            before, action, number = live.stacks[seat], play(live, seat), live.decision(seat)
            price = live.price(seat, action)
            moved = live.act(seat, action, 2)
            paid += price > 0
            # What comes back by the same action, a bet that nobody called or a bonus, is no part of the price.
            if not any(isinstance(event, BetReturned | PotWon | Settled) for event in moved.events):
                assert before - moved.after.stacks[seat] == price
            assert moved.after.decision(seat) != number
            live = moved.after
        if not seats:
            live = live.deal_on(3).after
    assert paid


def test_R22_a_decision_of_the_clock_is_recorded_as_the_clocks(store):
    live = open_at(store, "high-card-flush").act(1, ANTE, 2).after.deal_on(3).after
    moved = live.act(1, live.hand.default(1), 4, live.seats[1].person, by="clock")
    assert round_log.read_steps(moved.change.log[0].body).by == "clock"


def test_a_refused_action_gives_nothing_to_commit(store):
    live = open_at(store, "high-card-flush")
    before = live.hand.copy()
    with pytest.raises(Refused):
        live.act(1, PlaceWagers({"ante": 3}), 2)
    with pytest.raises(Refused):
        live.act(1, Fold(), 2)
    assert live.hand == before


# Voided rounds.


@pytest.mark.parametrize("game", GAMES)
def test_R23_a_round_can_be_voided_after_any_step_and_every_chip_is_returned(store, game):
    for number, way in enumerate(("rules", "ledger", "storage") * 6, 1):
        live = open_at(store, game, seats=4, table=f"v{number}")
        before = balances(store)
        for count, moved in enumerate(steps(live)):
            if moved.after.over or count == 2 * number:
                break
            store.commit(moved.change).result()
            live = moved.after
        if way == "storage":
            store.commit(abandon(store, live.id, "it cannot be read", 9)).result()
        else:
            moved = live.void("a fire", 9) if way == "rules" else live.void_by_ledger("a fire", 9)
            store.commit(moved.change).result()
            assert moved.after.over
            assert moved.after.is_void
            assert moved.after.revealed
        row = row_of(store, live)
        assert (row.state, row.reason) == ("void", "it cannot be read" if way == "storage" else "a fire")
        assert resume(store, live.id).over
        if way != "rules" or game != "boston-7-stud":  # a three-card bonus that is paid stays paid
            assert balances(store) == before | {live.books.escrow: 0}
        with pytest.raises(Refused):
            resume(store, live.id).act(1, ANTE, 10)


def test_R4_a_round_voided_before_any_card_still_shows_its_seed(store):
    live = open_at(store, "high-card-flush").contribute(1, b"x", 2).after
    moved = live.void("a fire", 3)
    record = read_record(write_record(moved.after.record()))
    assert known(record.result).void
    assert verify(record)


def test_a_round_that_is_not_there_is_named(store):
    with pytest.raises(InconsistentRound, match="round t/7: no such round"):
        resume(store, "t/7")
