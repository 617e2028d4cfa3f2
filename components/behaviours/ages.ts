import { ageText } from "@/components/ui/age";

const REFRESH_MILLISECONDS = 30_000;

/** Says in each `<time data-age>` how long ago it was (`components/ui/ago.tsx`). */
export function tellAges(): void {
  tell();
  setInterval(tell, REFRESH_MILLISECONDS);
  const changes = { childList: true, subtree: true, attributeFilter: ["datetime"] };
  new MutationObserver(tell).observe(document.body, changes);
}

function tell(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-age]")) {
    const text = ageText(time.dateTime, Date.now());
    // A change is observed, too.
    if (time.textContent !== text) time.textContent = text;
  }
}
