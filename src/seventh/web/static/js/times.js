// @ts-check
// Shows times in the visitor's time zone; without this script they are in UTC.

const WRITTEN = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "short" });
const WITH_SECONDS = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "medium" });

/** Rewrite every time on the page. */
export function localTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.getAttribute("datetime") ?? "");
    if (Number.isNaN(moment.getTime())) continue;
    time.setAttribute("title", time.textContent ?? "");
    time.textContent = (time.hasAttribute("data-seconds") ? WITH_SECONDS : WRITTEN).format(moment);
  }
}
