import { ageText } from "@/components/ui/age";

const REFRESH_MILLISECONDS = 30_000;

/** Keeps each `<time data-age>` showing how long ago it was (`components/ui/relative-time.tsx`). */
export function updateAges(): void {
  update();
  setInterval(update, REFRESH_MILLISECONDS);
  const changes = { childList: true, subtree: true, attributeFilter: ["datetime"] };
  new MutationObserver(update).observe(document.body, changes);
}

function update(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-age]")) {
    const text = ageText(time.dateTime, Date.now());
    // The observer would report the change and start this again.
    if (time.textContent !== text) time.textContent = text;
  }
}
