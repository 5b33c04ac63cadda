// Run by `tools.windows` on a table's page: what is wrong in this window, and the positions of things that must not move.
() => {
  const wrong = [];
  const phone = innerWidth < 700 || innerHeight < 480;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const name = (element) => element.dataset.card ?? element.dataset.wager ?? element.dataset.act ?? element.textContent.trim().slice(0, 20);
  const say = (what, element, why) => wrong.push(`${what} ${name(element)}: ${why}`);
  const least = (what, element, width, height) => {
    const box = element.getBoundingClientRect();
    if (box.width < width - 0.5 || box.height < height - 0.5) say(what, element, `${Math.round(box.width)} by ${Math.round(box.height)}, at least ${width} by ${height}`);
  };
  // Inside the window and not covered at its centre; for a card, where its rank is, since the next card may cover the rest.
  const look = (what, selector) => all(selector).filter((element) => {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) return false;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) say(what, element, "outside the window");
    else {
      const part = element.matches(".card") ? 0.25 : 0.5;
      const top = document.elementFromPoint(box.left + box.width * part, box.top + box.height * part);
      const there = top?.matches(".seat-open") ? top.parentElement : top; // a seat's own button, which is seen through
      if (there && !element.contains(there) && !there.contains(element)) say(what, element, `covered by ${there.className.baseVal ?? there.className}`);
    }
    return true;
  });
  // The index is the rank: large on a small card, in the corner of a full face, which is enlarged by --index.
  const small = (card) => getComputedStyle(card.querySelector(".card-index")).display !== "none"; // checkVisibility does not see this in an SVG
  const index = (card) => card.getBoundingClientRect().width * (small(card) ? 0.48 : 0.187 * Number(getComputedStyle(card).getPropertyValue("--index")));
  const readable = (what, cards, height) => {
    for (const card of cards) if (index(card) < height - 0.5) say(what, card, `its index is ${index(card).toFixed(1)} high, at least ${height}`);
  };
  readable("own card", look("own card", ".own-cards .card, .seat.mine .card"), 20);
  readable("dealer's card", look("dealer's card", ".dealer-cards .card").filter((card) => !card.matches(".back")), 13);
  readable("up-card", look("up-card", ".seat:not(.mine) .card:not(.back):not(.hole, .chosen .rests)"), 13);
  // From 64 px on a card has a full face.
  for (const card of all("#stage .card:not(.back)")) {
    const { width } = card.getBoundingClientRect();
    if (Math.abs(width - 64) > 0.5 && small(card) === width > 64) say("card", card, `its face is not for a width of ${width}`);
  }
  // A small card's rank is fully visible beside its neighbour, and some paper beside a ten, so that 10 and 5 are not read as 105.
  for (const row of all("#stage .cards")) {
    const cards = [...row.children].filter((card) => shown(card) && !card.matches(".back, .hole, .rests")).map((card) => [card, card.getBoundingClientRect()]).sort(([, a], [, b]) => a.left - b.left);
    cards.slice(1).forEach(([, next], place) => {
      const [card, box] = cards[place];
      if (small(card) && next.left - box.left < box.width * 0.55) say("card", card, "its rank is covered by its neighbour");
      const rank = card.querySelector(".index-rank");
      if (small(card) && rank.textContent === "10" && next.left - rank.getBoundingClientRect().right < box.width * 0.05) say("card", card, "its rank touches its neighbour");
    });
  }
  // Some letters of each name are visible, and bots are marked as bots.
  for (const name of all(".seat:not(.mine, .named) .seat-name")) if (name.scrollWidth > name.clientWidth && name.clientWidth < 18) say("name", name, `cut to ${name.clientWidth} px`);
  for (const badge of document.querySelectorAll(".oval-table .seat:not(.mine, .named, .gone) .seat-badge:not([hidden])")) if (!shown(badge)) say("bot", badge.closest(".seat"), "not marked");
  for (const spot of look("spot", ".spot-body")) least("spot", spot, 40, 40);
  for (const button of look("button", "#dock :is(.act, .go, .tool, .chip, .last-open), .others-count, .seat-open, .pays-open, .bar .icon-button")) least("button", button, phone ? 44 : 36, phone ? 44 : 36);
  for (const button of look("button", "#dock .seat-act")) least("button", button, 36, phone ? 44 : 36);
  // What is wrong with the bets is read from its first to its last letter.
  for (const flags of all(".slip-flags:not(:empty, .visually-hidden)")) {
    const letters = document.createRange();
    letters.selectNodeContents(flags);
    for (const { left, right, top, bottom } of letters.getClientRects()) {
      const covered = [left + 2, (left + right) / 2, right - 2].flatMap((x) => [top + 3, bottom - 3].map((y) => document.elementFromPoint(x, y))).find((there) => !flags.contains(there));
      if (covered) say("warning", flags, `covered by ${covered.className}`);
    }
  }
  look("pot", ".pot:not([hidden]) .pile-amount");
  look("plate", ".seat .plate");
  for (const words of [...look("hand name", ".own-words:not(:empty)"), ...look("prompt", "#prompt")]) if (parseFloat(getComputedStyle(words).fontSize) < 15) say("words", words, `${getComputedStyle(words).fontSize}, at least 15 px`);

  // Nothing is written smaller than 12 px.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const tiny = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("svg, dialog:not([open]), .visually-hidden, script") || !shown(element)) continue;
    const scale = element.offsetWidth > 20 ? element.getBoundingClientRect().width / element.offsetWidth : 1; // widths are whole numbers
    const size = parseFloat(getComputedStyle(element).fontSize) * (scale < 0.94 ? scale : 1);
    if (size < 11.9 && !tiny.has(element.className)) {
      tiny.add(element.className);
      say("text", element, `${size.toFixed(1)} px, at least 12`);
    }
  }

  // No result, bet or name covers a card, and no card or plate of one seat covers those of another.
  const over = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  };
  const cards = all("#stage .card");
  for (const mark of all(".seat-result, .spot-result, .own-result, .own-words, .callout, .bet-pile .pile-amount, .spot-pile .pile-amount")) {
    const under = cards.find((card) => over(mark, card));
    if (under) say("mark", mark, `over the card ${name(under)}`);
  }
  const seats = all("#stage .seat:not(.empty)");
  seats.forEach((seat, place) => seats.slice(place + 1).forEach((other) => {
    const parts = (whole) => [...whole.querySelectorAll(".card, .plate, .small-spot")].filter(shown);
    if (parts(seat).some((one) => parts(other).some((two) => over(one, two)))) wrong.push(`seats ${seat.dataset.seat} and ${other.dataset.seat} overlap`);
  }));
  // A bet is nearer to its own seat than to any other, and over neither.
  const apart = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
  };
  for (const bet of all(".oval-table .seat:not(.bet-inside) .bet-pile .pile-amount")) {
    const away = seats.map((seat) => Math.min(...[...seat.querySelectorAll(".card, .plate")].filter(shown).map((part) => apart(bet, part))));
    const own = away[seats.indexOf(bet.closest(".seat"))];
    if (!own) say("bet", bet, "over its own seat");
    seats.forEach((seat, place) => {
      if (!seat.contains(bet) && away[place] <= own) say("bet", bet, `of seat ${bet.closest(".seat").dataset.seat} is ${Math.round(own)} px from it, and ${Math.round(away[place])} from seat ${seat.dataset.seat}`);
    });
    for (const mark of all(".middle .pile-amount, .middle .street, .pot-total")) if (over(bet, mark)) say("bet", bet, `over ${name(mark)}`);
  }
  // The reason for a result does not cover the cards and plates that decided it.
  for (const words of all(".verdict p")) {
    const [box, frame] = [words.getBoundingClientRect(), words.parentElement.getBoundingClientRect()];
    if (box.top < frame.top - 2 || box.bottom > frame.bottom + 2 || box.right > innerWidth + 1) say("reason", words, "cut off");
    for (const part of all("#stage :is(.card, .plate, .spot-body, .felt-pays)")) if (over(words, part)) say("reason", words, `over ${name(part)}`);
  }
  const [shoe] = all(".dealer-area .shoe");
  const named = document.createRange(); // the letters: the line itself may be wider
  for (const words of all(".dealer-words:not(:empty)")) {
    named.selectNodeContents(words);
    for (const pays of all(".felt-pays table")) if (over(pays, named)) say("pay table", pays, "over the name of the dealer's hand");
  }
  for (const pays of all(".felt-pays")) if (shoe && over(pays, shoe)) say("pay table", pays, "over the shoe");
  const edge = document.getElementById("stage").getBoundingClientRect().bottom;
  for (const words of all(".dealer-table :is(.own-words:not(:empty), .own-result)")) if (words.getBoundingClientRect().bottom > edge - 3) say("hand name", words, "on the edge of the felt");
  for (const scene of document.querySelectorAll(".dealer-table")) if (scene.scrollHeight > scene.clientHeight + 1) wrong.push(`scene: ${scene.scrollHeight - scene.clientHeight} px higher than the stage`);
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("page: wider than the window");
  const dock = document.getElementById("dock");
  const held = dock.getBoundingClientRect();
  for (const control of all("#dock :is(button, .prompt, .clock, .slip)")) if (control.getBoundingClientRect().right > held.right + 1) say("control", control, "cut off by the dock");
  const prompt = document.getElementById("prompt");
  if (prompt.scrollHeight > prompt.clientHeight + 2) say("prompt", prompt, "cut off");
  if (dock.scrollHeight > dock.clientHeight + 1) wrong.push(`dock: ${dock.scrollHeight - dock.clientHeight} px of it scrolled away`);

  const boxes = {};
  const keep = (what, element) => {
    const box = element.getBoundingClientRect();
    boxes[what] = [box.left, box.top, box.width, box.height].map(Math.round);
  };
  for (const leave of all("[data-seat-act=leave]")) keep("Leave", leave);
  for (const spot of all(".spot-body")) keep(`spot ${spot.parentElement.dataset.wager}`, spot);
  const common = document.querySelector(".common-box:not([hidden])") ? " beside a common card" : ""; // which makes room for itself
  for (const plate of all(".seat:not(.empty):not(.mine) .plate")) keep(`plate of seat ${plate.parentElement.dataset.seat}${common}`, plate);
  return { wrong, boxes };
}
