"""The drill's forms without a script: errors in one line, no answer on the page, no chips moved."""

from __future__ import annotations

import html
import re

from seventh.room.drill.drill import KINDS
from tests.known import known
from tests.web.test_pages import csrf


def test_a_visitor_is_invited_and_a_guest_can_start(server):
    browser = server.browser()
    assert "Practise as a guest" in browser.get("/drill").text
    assert browser.get("/drill/decisions").headers["location"] == "/drill"
    browser.post("/enter", data={"csrf": csrf(browser, "/drill"), "next": "/drill"})
    text = browser.get("/drill").text
    assert all(f"/drill/{kind}" in text for kind in KINDS)
    assert browser.get("/drill/chess").status_code == 404
    assert browser.get("/drill/reading?game=high-card-flush").status_code == 404


def test_wrong_input_is_one_line_and_the_question_stays(server):
    browser = server.browser()
    browser.post("/enter", data={"csrf": csrf(browser), "next": "/"})
    wallet = re.findall(r"\$2,000", browser.get("/").text)
    for kind in KINDS:
        page = browser.get(f"/drill/{kind}").text
        question = known(re.search(r'name="question" value="(\w+)"', page))[1]
        token = known(re.search(r'name="csrf" value="(\w+)"', page))[1]
        forged = browser.post(f"/drill/{kind}", data={"question": question, "answer": "0", "csrf": "0"})
        assert forged.status_code == 403
        for answer in ("", "nonsense", "-1", "1" * 200, "<b>"):
            refused = browser.post(f"/drill/{kind}", data={"question": question, "answer": answer, "csrf": token})
            assert refused.status_code == 422
            assert "llowed:" in refused.text
            assert "<b>" not in refused.text
            assert question in refused.text
        stale = browser.post(f"/drill/{kind}", data={"question": "gone", "answer": "0", "csrf": token})
        assert stale.status_code == 409
        assert "That question is no longer open" in html.unescape(stale.text)
        assert "No answers yet." in browser.get(f"/drill/{kind}").text
    assert re.findall(r"\$2,000", browser.get("/").text) == wallet
