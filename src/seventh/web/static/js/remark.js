// @ts-check
// A remark about a key, such as that it does nothing now: said at once, and shown for a moment in place of the prompt. It is no
// part of what happened, so the game log does not keep it.

/** How long it is shown, in milliseconds. */
const SHOWN = 4000;

export class Remark {
  /** @param {import("./voice.js").Voice} voice @param {{prompt: () => string, draw: () => void}} page the prompt that it stands in place of */
  constructor(voice, page) {
    this.voice = voice;
    this.page = page;
    this.text = "";
    this.over = "";
  }

  /** @param {string} text */
  say(text) {
    this.voice.answer(text);
    clearTimeout(this.timer);
    this.text = text;
    this.over = this.page.prompt();
    this.timer = setTimeout(() => {
      this.text = "";
      this.page.draw();
    }, SHOWN);
    this.page.draw();
  }

  /** What to show for a prompt: once that is another one, it comes first. @param {string} prompt */
  or(prompt) {
    if (prompt !== this.over) this.text = "";
    return this.text || prompt;
  }
}
