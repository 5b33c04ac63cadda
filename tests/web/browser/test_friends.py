"""Tables for friends: one person opens a table and sends the link, the others choose a nickname and sit down."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.waiting import until
from tests.web.browser.axe import violations
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat

HCF, STUD = "high-card-flush", "seven-card-stud"
SIDEWAYS: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
Arrive = Callable[..., Person]
_evening = count(1)


class Friends:
    """Ana opens a table; people who join by its link get unique names."""

    def __init__(self, arrive: Arrive, game: str = HCF, name: str = "Friday night", **options: object) -> None:
        self.arrive, self.number = arrive, next(_evening)
        self.ana = arrive(**options)
        self.ana.goes_to(f"/tables/new?game={game}")
        self.ana.page.get_by_label("Your nickname").fill(self.named("Ana"))
        self.ana.page.get_by_label("Table name").fill(name)
        self.ana.page.get_by_role("button", name="Open table").click()
        self.start = self.ana.sees("#actions [data-host=start]")
        self.link = self.ana.page.locator("#friends-link").text_content() or ""

    def named(self, name: str) -> str:
        return f"{name} {self.number}"

    def joins(self, name: str, **options: object) -> Person:
        friend = self.arrive(**options)
        friend.forgive("WebSocket is closed before")  # the last page may close while it connects
        friend.goes_to(self.link)
        friend.page.get_by_label("Your nickname").fill(self.named(name))
        friend.page.get_by_role("button", name="Join the table").click()
        expect(friend.page.locator("#seat-acts [data-seat-act=leave]")).to_be_visible()
        return friend


def panel(person: Person) -> None:
    """The people at the table, by finger or mouse."""
    person.page.locator("#invite").click()
    expect(person.page.locator("#friends")).to_be_visible()


def above(part: Locator) -> float:
    """How far down a part of the page begins."""
    box = part.bounding_box()
    assert box
    return box["y"]


def says(person: Person, text: str) -> None:
    person.page.locator("#chat-text").fill(text)
    person.page.get_by_role("button", name="Send", exact=True).click()
    expect(person.page.locator("#chat-text")).to_have_value("")


def heard(person: Person) -> list[str]:
    return [line.inner_text() for line in person.page.locator("#story .chat:visible").all()]


# Opening and joining.


def test_a_table_is_opened_and_joined_without_script(arrive: Arrive) -> None:
    ana, ben = arrive(java_script_enabled=False), arrive(java_script_enabled=False, **PHONE)
    for person in (ana, ben):
        person.forgive("409", "422", "400")
    ana.goes_to("/")
    ana.page.locator(f"a[href='/tables/new?game={STUD}']").click()
    expect(ana.page.get_by_label("Stakes").locator("option").first).to_contain_text("fixed limit")
    ana.page.get_by_label("Your nickname").fill("Guest 7")
    ana.page.get_by_label("Table name").fill("No script")
    ana.page.get_by_label("Stakes").select_option("x2")
    ana.page.get_by_label("Bots at the table").select_option("2")
    ana.page.get_by_role("button", name="Open table").click()
    expect(ana.page.get_by_role("alert")).to_contain_text("a guest's name")
    expect(ana.page.get_by_label("Table name")).to_have_value("No script")
    expect(ana.page.get_by_label("Stakes")).to_have_value("x2")
    expect(ana.page.get_by_label("Bots at the table")).to_have_value("2")
    ana.page.get_by_label("Your nickname").fill("Ana Scriptless")
    ana.page.get_by_role("button", name="Open table").click()
    expect(ana.page.locator("#table-name")).to_have_text("No script")
    ben.goes_to(ana.page.url.replace("&sit=1", ""))
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Ana Scriptless invited you")
    expect(ben.page.locator(".lead")).to_contain_text("$8 and $16 fixed limit")
    ben.page.get_by_label("Your nickname").fill("ana scriptless")
    ben.page.get_by_role("button", name="Join the table").tap()
    expect(ben.page.get_by_role("alert")).to_contain_text("is taken")
    ben.page.get_by_label("Your nickname").fill("A nickname of 25 letters!")
    ben.page.get_by_role("button", name="Join the table").tap()
    expect(ben.page.get_by_role("alert")).to_contain_text("2 to 24 letters")
    ben.page.get_by_label("Your nickname").fill("Ben Scriptless")
    expect(ben.page.get_by_label("Buy-in")).to_have_value("$800")
    ben.page.get_by_label("Buy-in").fill("7")
    ben.page.get_by_role("button", name="Join the table").tap()
    expect(ben.page.get_by_role("alert")).to_contain_text("You can buy in for $80 to $800.")
    expect(ben.page.get_by_label("Buy-in")).to_have_value("7")
    ben.page.get_by_label("Buy-in").fill("120")
    ben.page.get_by_role("button", name="Join the table").tap()
    expect(ben.page.locator("#table-name")).to_have_text("No script")
    expect(ana.goes_to("/me").page.locator(".my-tables")).to_contain_text("No script")


def test_whoever_joins_by_the_link_chooses_the_buy_in(arrive: Arrive) -> None:
    friends = Friends(arrive, STUD)
    ben = friends.arrive()
    ben.goes_to(friends.link)
    ben.page.get_by_label("Your nickname").fill(friends.named("Ben"))
    ben.page.get_by_label("Buy-in").fill("$120")
    ben.page.get_by_role("button", name="Join the table").click()
    expect(ben.page.locator(".seat.mine .seat-chips")).to_have_text("$120")
    assert "buy_in" not in ben.page.url


def test_the_host_starts_when_everybody_is_here(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana = friends.ana
    expect(ana.page.locator("#prompt")).to_contain_text("Nobody else has joined yet. Start the game when")
    ben = friends.joins("Ben", **PHONE)
    words = f"{friends.named('Ana')} is here. {friends.named('Ana')} will start the game when everybody is here."
    expect(ben.page.locator("#prompt")).to_have_text(words)
    expect(ben.page.locator("#actions [data-host]")).to_have_count(0)
    ben.forgive("preloaded using link preload")  # no card is dealt for a while
    ben.page.locator("[data-seat-act=sit_out]").tap()
    expect(ben.page.locator("#prompt")).to_have_text(f"{words} You are sitting out.")
    ben.page.locator("[data-seat-act=sit_in]").tap()
    expect(ana.page.locator("#story .news")).to_contain_text(["You sat down", f"{friends.named('Ben')} sat down"])
    friends.start.click()
    for person in (ana, ben):
        expect(person.page.locator("#prompt")).to_contain_text("Place your bets.")
    expect(ben.page.locator("#story")).to_contain_text(f"{friends.named('Ana')} started the game.")


def test_the_link_is_copied_and_shown(arrive: Arrive) -> None:
    friends = Friends(arrive, **PHONE, permissions=["clipboard-read", "clipboard-write"])
    ana = friends.ana
    ana.page.get_by_role("button", name="Invite friends").click()
    copy = ana.page.get_by_role("button", name="Copy link")
    before = copy.bounding_box()
    copy.click()
    copied = ana.page.locator("#friends-copied")
    expect(copied).to_have_text("Link copied.")
    assert copy.bounding_box() == before, "the button has moved"
    assert 0 <= above(copied) - above(copy) < 44, "the message is not at the button"
    assert ana.page.evaluate("navigator.clipboard.readText()") == friends.link
    expect(ana.page.locator("#friends-link")).to_be_visible()
    assert "?word=" in friends.link
    visitor = arrive(java_script_enabled=False)
    expect(visitor.goes_to(friends.link).page.locator("main")).to_contain_text(f"Here now: {friends.named('Ana')}.")
    friends.ana.goes_to("/")
    away = f"Away at the moment: {friends.named('Ana')}."
    until(lambda: away in visitor.goes_to(friends.link).page.locator("main").inner_text())
    expect(visitor.page.locator("main")).not_to_contain_text("Here now")


def test_an_invitation_sideways_shows_its_button(arrive: Arrive) -> None:
    friends = Friends(arrive)
    friend = arrive(**SIDEWAYS)
    friend.goes_to(friends.link)
    field, button = friend.page.get_by_label("Your nickname"), friend.page.get_by_role("button", name="Join the table")
    expect(button).to_be_in_viewport(ratio=1)
    assert abs(above(field) - above(button)) < 10, "a keyboard would cover the button"


def test_the_name_of_the_table_and_of_the_game_are_in_sight(arrive: Arrive) -> None:
    friends = Friends(arrive, name="Friday night")
    ben = friends.joins("Ben", **SIDEWAYS)
    named = ben.page.locator(".bar-title")
    expect(named).to_be_in_viewport(ratio=1)
    expect(named).to_have_text("Friday nightHigh Card Flush · Ante $5 to $100")
    friends.ana.page.locator("#invite").click()
    friends.ana.page.get_by_label("Name", exact=True).fill("Saturday")
    friends.ana.page.get_by_role("button", name="Rename").click()
    expect(named).to_have_text("SaturdayHigh Card Flush · Ante $5 to $100")
    expect(ben.page).to_have_title("Saturday · High Card Flush")
    ben.page.set_viewport_size({"width": 390, "height": 844})
    expect(named).to_be_in_viewport(ratio=1)
    ben.page.set_viewport_size({"width": 320, "height": 568})
    ben.page.locator(".more-tools").tap()
    expect(ben.page.locator("#bar-tools .tools-title")).to_have_text("SaturdayHigh Card Flush · Ante $5 to $100")
    expect(ben.page.locator("#bar-tools .tools-title")).to_be_in_viewport(ratio=1)
    ben.page.get_by_role("button", name="Help and keys").tap()
    expect(ben.page.locator("#help .panel-table")).to_have_text("Saturday · High Card Flush")
    expect(friends.ana.page.locator("#friends .panel-table")).to_have_text("Saturday · High Card Flush")


# What is in the bar: the parts that can be seen, each with its ends.
BAR = """() => [...document.querySelectorAll(".bar > :not(h1, .bar-end), .bar-end > *, .balances b, .bar .play-chips")]
  .map((part) => [part, part.getBoundingClientRect()]).filter(([, box]) => box.width > 1)
  .map(([part, box]) => ({
    name: part.id || part.className, left: box.left, right: box.right,
    small: parseFloat(getComputedStyle(part).fontSize) < 12,
    low: part.matches("a, button") && (box.height < 44 || box.width < 44),
    cut: part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
  }))"""


def test_the_bar_of_a_small_phone_fits_with_cents(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ben = friends.joins("Ben", viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    for part in ("stack", "net"):
        ben.page.evaluate("part => document.getElementById(part).textContent = '\u2212$12,345.50'", part)
    parts = ben.page.evaluate(BAR)
    assert [part for part in parts if part["small"] or part["low"] or part["cut"]] == []
    assert all(part["left"] >= 0 and part["right"] <= 320 - 4 for part in parts), parts
    whole = [part for part in parts if part["name"] not in ("stack", "net", "since")]
    assert all(one["right"] <= other["left"] for one, other in pairwise(whole)), whole
    carla = arrive(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True).enters()
    carla.goes_to(friends.link)
    expect(carla.page.locator("#prompt")).to_contain_text("You are watching.")
    expect(carla.page.locator("#wallet")).to_be_visible()
    for part in ("stack", "net", "since"):
        expect(carla.page.locator(f"#{part}")).to_be_hidden()


def test_my_tables_and_another_nickname(arrive: Arrive) -> None:
    friends = Friends(arrive, name="My tables")
    ben = friends.joins("Ben")
    carla = arrive().enters()
    carla.goes_to(friends.link)
    expect(carla.page.locator("#prompt")).to_contain_text("You are watching.")
    for person, badge in ((friends.ana, "host"), (ben, "seated"), (carla, "invited")):
        for path in ("/", "/me"):
            person.goes_to(path)
            mine = person.page.locator(".my-tables li", has_text="My tables")
            expect(mine.locator(".badge")).to_have_text(badge)
            expect(mine).to_contain_text("will start the game when everybody is here")
    ben.forgive("409", "422", "400")
    ben.page.get_by_label("Shown to other players").fill(friends.named("Ana"))
    ben.page.get_by_role("button", name="Change").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("is taken")
    ben.page.get_by_label("Shown to other players").fill(friends.named("Benjamin"))
    ben.page.get_by_role("button", name="Change").click()
    expect(ben.page.get_by_role("heading", level=1)).to_contain_text(friends.named("Benjamin"))
    ben.page.locator(".my-tables .table-link").click()
    expect(ben.page.locator("#friends-here")).to_contain_text(friends.named("Benjamin"))


# The host.


def test_a_host_on_a_phone_names_pauses_hands_over_and_closes(arrive: Arrive) -> None:
    friends = Friends(arrive, STUD, **PHONE)
    ana, ben = friends.ana, friends.joins("Ben")
    friends.start.tap()
    panel(ana)
    host = ana.page.locator("#friends-host")
    host.get_by_label("Name").fill("  ")
    host.get_by_role("button", name="Rename").tap()
    expect(ana.page.locator("#friends-says")).to_have_text("A table needs a name; allowed: 1 to 40 characters.")
    host.get_by_label("Name").fill("Saturday <i>")
    host.get_by_role("button", name="Rename").tap()
    expect(ben.page.locator("#table-name")).to_have_text("Saturday <i>")
    host.get_by_label("Bots").select_option("2")
    expect(ben.page.locator("#story")).to_contain_text("set the number of bots to 2.")
    host.get_by_role("button", name="Pause after this round").tap()
    expect(ben.page.locator("#story")).to_contain_text("will pause the table after this round.")
    expect(host).to_contain_text("Pausing after this round.")
    expect(host.get_by_role("button", name="Resume the game")).to_have_count(0)
    host.get_by_role("button", name="Cancel the pause").tap()
    expect(ben.page.locator("#story")).to_contain_text("cancelled the pause.")
    expect(host.get_by_role("button", name="Pause after this round")).to_be_visible()
    ana.page.locator("#friends-here [data-host=hand_over]").tap()
    ana.page.locator("#friends-here [data-sure]").tap()
    expect(host).to_be_hidden()
    expect(ana.page.locator("#friends .sure")).to_have_count(0)
    expect(ben.page.locator("#story")).to_contain_text("You are now the host.")
    panel(ben)
    ben.page.get_by_role("button", name="Close the table", exact=True).click()
    ben.page.get_by_role("button", name="Cancel").click()
    ben.page.get_by_role("button", name="Close the table", exact=True).click()
    ben.page.locator("#friends-host [data-sure]").click()
    expect(ben.page.locator("#story")).to_contain_text("This table closes after this round.")


def test_closing_before_the_game_brings_everybody_to_the_lobby(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana, ben = friends.ana, friends.joins("Ben", **PHONE)
    panel(ana)
    ana.page.get_by_role("button", name="Close the table", exact=True).click()
    ana.page.locator("#friends-host [data-sure]").click()
    for person, who in ((ana, "You"), (ben, friends.named("Ana"))):
        told = person.page.locator("#main .message")
        expect(told).to_contain_text(f"{who} closed the table. Your chips are")
        expect(person.page.locator(".wallet-chips")).to_contain_text("$20,000")
        expect(person.page.locator(".my-tables")).to_have_count(0)


def test_a_removed_person_is_notified_and_can_be_let_in_again(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana, ben = friends.ana, friends.joins("Ben", **PHONE)
    ben.forgive("403")
    panel(ana)
    ana.page.locator("#friends-here [data-host=kick]").click()
    expect(ana.page.get_by_role("button", name="Cancel")).to_be_focused()
    ana.page.locator("#friends-here [data-sure]").click()
    expect(ben.page.locator("#main .message")).to_contain_text(f"{friends.named('Ana')} removed you from the table.")
    ben.goes_to(friends.link)
    expect(ben.page.locator("main")).to_contain_text("removed you from this table")
    ana.page.get_by_role("button", name=f"Let back in: {friends.named('Ben')}").click()
    expect(ana.page.locator("#friends-host")).not_to_contain_text("was removed")
    ben.goes_to(friends.link)
    expect(ben.page.locator("#prompt")).to_contain_text("You are watching.")


def test_a_question_to_the_host_stays_whoever_comes_and_goes(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana, ben = friends.ana, friends.joins("Ben")
    panel(ana)
    row = ana.page.locator("#friends-here li", has_text=friends.named("Ben"))
    row.locator("[data-host=hand_over]").click()
    ana.page.keyboard.press("Escape")
    panel(ana)
    expect(row.get_by_role("alert")).to_have_count(0)  # closing the panel is an answer too
    row.locator("[data-host=hand_over]").click()
    carla = friends.joins("Carla")
    expect(ana.page.locator("#friends-here li", has_text=friends.named("Carla"))).to_have_count(1)
    expect(row.get_by_role("alert")).to_be_visible()
    carla.page.locator("[data-seat-act=leave]").click()
    expect(ana.page.locator("#friends-here li", has_text=friends.named("Carla"))).to_have_count(0)
    row.locator("[data-sure]").click()
    expect(ben.page.locator("#story")).to_contain_text("You are now the host.")


def test_a_person_removed_during_a_round_is_told_at_once(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana, ben, carla = friends.ana, friends.joins("Ben", **PHONE), friends.joins("Carla")
    friends.start.click()
    for person in (ana, ben):
        Seat(person).bets("ante 5")
    panel(ana)
    row = ana.page.locator("#friends-here li", has_text=friends.named("Ben"))
    row.locator("[data-host=kick]").click()
    expect(row.get_by_role("alert")).to_contain_text("They have $5 in play, and a hand that still has a decision is")
    expect(row.get_by_role("button")).to_have_count(2)
    row.locator("[data-sure]").dblclick()
    expect(row).to_contain_text("leaves after this round")
    expect(row.locator("[data-host]")).to_have_count(0)
    stays = "Your $5 in play stays in this round."
    told = f"{friends.named('Ana')} removed you from the table; you leave after this round. {stays}"
    expect(ben.page.locator("#prompt")).to_have_text(told)
    expect(ben.page.locator("#story .news").last).to_have_text(told)
    removed = carla.page.locator("#story .news", has_text=f"removed {friends.named('Ben')} from the table.")
    expect(removed).to_have_count(1)
    expect(ana.page.locator("#story")).to_contain_text(f"You removed {friends.named('Ben')} from the table.")


def test_only_the_host_reads_how_to_serve_others_and_on_a_phone_the_chat_comes_first(arrive: Arrive) -> None:
    friends = Friends(arrive, **PHONE)
    ben = friends.joins("Ben", **PHONE)
    for person in (friends.ana, ben):
        panel(person)
        chat, link = (person.page.locator(part).bounding_box() for part in ("#chat-part", "#friends-link"))
        assert chat is not None
        assert link is not None
        assert chat["y"] < link["y"]
    expect(ben.page.locator("#friends-local")).to_be_hidden()
    expect(friends.ana.page.locator("#friends-local summary")).to_be_visible()
    expect(friends.ana.page.get_by_text("seventh serve")).to_be_hidden()


def test_when_the_host_leaves_the_longest_seated_player_takes_over(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ben, carla = friends.joins("Ben"), friends.joins("Carla", **PHONE)
    friends.ana.page.locator("[data-seat-act=leave]").click()
    expect(friends.ana.page.locator("#leave-question")).to_have_text(
        "Leave the table? Another player becomes the host."
    )
    friends.ana.page.locator("#leave-go").click()
    expect(carla.page.locator("#story")).to_contain_text(f"{friends.named('Ana')} left with $400.")
    expect(carla.page.locator("#story")).to_contain_text(f"{friends.named('Ben')} is now the host.")
    ben.page.locator("#actions [data-host=start]").click()
    expect(carla.page.locator("#prompt")).to_contain_text("Place your bets.")


# Chat.


def test_people_talk_by_keyboard_and_by_finger_and_nothing_is_markup(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana, ben = friends.ana, friends.joins("Ben", **PHONE)
    ana.press("o")
    expect(ana.page.locator("#chat-text")).to_be_focused()
    ana.page.keyboard.type("rules? <b>h</b> T9")
    ana.press("Enter")
    said = f"{friends.named('Ana')}: rules? <b>h</b> T9"
    expect(ben.page.locator("#story .chat")).to_have_text(said)
    expect(ben.page.locator("#live")).to_contain_text(said)
    expect(ben.page.locator("#invite")).to_have_attribute("data-unread", "1")
    expect(ana.page.locator("dialog[open]")).to_have_count(0)
    panel(ben)
    expect(ben.page.locator("#chat-lines li")).to_have_text([said])
    expect(ben.page.locator("#invite")).not_to_have_attribute("data-unread", "1")
    says(ben, "hello")
    expect(ana.page.locator("#story .chat").last).to_have_text(f"{friends.named('Ben')}: hello")
    for number in range(4):
        says(ben, f"line {number}")
    ben.page.locator("#chat-text").fill("one more")
    ben.page.get_by_role("button", name="Send", exact=True).tap()
    expect(ben.page.locator("#friends-says")).to_contain_text("Too many messages at once; wait a few seconds.")
    expect(ben.page.locator("#chat-text")).to_have_value("one more")


def test_a_muted_person_is_neither_shown_nor_read_out(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ana, ben, carla = friends.ana, friends.joins("Ben"), friends.joins("Carla")
    says(ben, "first")
    says(carla, "second")
    expect(ana.page.locator("#story .chat")).to_have_count(2)
    panel(ana)
    ana.page.get_by_role("button", name=f"Mute {friends.named('Ben')}").click()
    assert heard(ana) == [f"{friends.named('Carla')}: second"]
    says(ben, "unheard")
    says(carla, "third")
    expect(ana.page.locator("#live")).to_contain_text("third")
    expect(ana.page.locator("#live")).not_to_contain_text("unheard")
    assert heard(ana) == [f"{friends.named('Carla')}: {text}" for text in ("second", "third")]
    ana.page.get_by_label("Mute everyone").check()
    assert heard(ana) == []
    ana.page.get_by_label("Mute everyone").uncheck()
    ana.page.get_by_role("button", name=f"Unmute {friends.named('Ben')}").click()
    assert len(heard(ana)) == 4


def test_the_log_is_there_once_after_a_reload(arrive: Arrive) -> None:
    friends = Friends(arrive)
    ben = friends.joins("Ben", **PHONE)
    says(friends.ana, "hello")
    expect(ben.page.locator("#story .chat")).to_have_count(1)
    lines = ben.page.locator("#story .news, #story .chat").all_inner_texts()
    ben.page.reload()
    expect(ben.page.locator("#chat-lines li")).to_have_count(1)
    assert ben.page.locator("#story .news, #story .chat").all_inner_texts() == lines


def test_a_public_table_has_people_and_a_link_but_no_host_and_no_chat(arrive: Arrive) -> None:
    person = arrive().enters().goes_to(f"/table/{HCF}-1")
    expect(person.page.locator("#prompt")).to_contain_text("You are watching.")
    expect(person.page.locator("#chat")).to_be_hidden()
    panel(person)
    expect(person.page.locator("#friends-host")).to_be_hidden()
    expect(person.page.locator("#friends-link")).to_contain_text(f"/table/{HCF}-1")


# For everyone.


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_at_the_door_and_in_the_panel(arrive: Arrive, options: dict[str, Any]) -> None:
    friends = Friends(arrive, STUD, **options)
    visitor, ben = arrive(**options), friends.joins("Ben", **options)
    says_from = friends.joins("Carla")
    says(says_from, "hello")
    for person, where in ((friends.ana, None), (ben, None), (visitor, friends.link), (visitor, "/tables/new")):
        if where:
            person.goes_to(where)
        else:
            panel(person)
        found = [(scheme, rule) for scheme, rule in violations(person.page) if rule["impact"] != "minor"]
        assert [(scheme, rule["id"], rule["nodes"][0]["html"][:200]) for scheme, rule in found] == []


def test_whoever_opens_the_link_again_in_mid_round_reads_the_round_below_what_happened_before(arrive: Arrive) -> None:
    """In a new tab, which has no earlier log."""
    friends = Friends(arrive, STUD)
    ben = friends.joins("Ben")
    friends.start.click()
    expect(ben.page.locator("#story .round-break")).to_have_count(1)
    ben.page.wait_for_function("() => document.querySelectorAll('.seat.mine .card').length >= 3", timeout=PATIENCE)
    expect(ben.page.locator("#dock.turn").or_(ben.page.get_by_text("Waiting for"))).to_be_visible(timeout=PATIENCE)
    ben.page.evaluate("sessionStorage.clear(); onpagehide = () => sessionStorage.clear()")
    ben.page.reload()
    expect(ben.page.locator("#story .news").first).to_be_attached()
    after = "[...document.querySelectorAll('#story .round-break ~ .news')].map((line) => line.textContent)"
    assert not [line for line in ben.page.evaluate(after) if "sat down" in line or "started the game" in line]
    expect(ben.page.locator("#story li").last).to_be_visible()
    assert ben.page.locator("#story .round-break ~ li").count() > 3
