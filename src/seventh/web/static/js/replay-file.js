// @ts-check
// Opening a record or a hand history: a file that is chosen or dropped on the page is sent at once.
import { byId } from "./dom.js";

const [form, input] = [byId("open-file"), byId("file")];
form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  const [file] = input.files;
  const most = Number(form.dataset.mostKib);
  // The rest of the request takes some of what is allowed.
  const tooLarge = Boolean(file && file.size > (most - 2) * 1024);
  byId("file-problem").hidden = !tooLarge;
  if (!tooLarge) return;
  event.preventDefault();
  byId("file-problem").textContent = `${file.name}: The file is too large; allowed: at most ${most} KiB.`;
});
input.addEventListener("change", () => input.files.length && form.requestSubmit());
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (!event.dataTransfer?.files.length) return;
  input.files = event.dataTransfer.files;
  form.requestSubmit();
});
for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("#seen-from select"))) select.addEventListener("change", () => select.form?.requestSubmit());
