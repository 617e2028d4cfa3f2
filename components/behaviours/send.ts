/**
 * Sends each `<form data-sent="once">` once: until the response arrives, its button does nothing. Without a connection
 * the form is not sent, and its `data-offline` part says so. On a page with `data-focused`, such as an error summary,
 * that element gets the focus.
 */
export function sendOnce(): void {
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.dataset["sent"] !== "once") return;
    const notice = event.target.querySelector<HTMLElement>("[data-offline]");
    if (notice) notice.hidden = navigator.onLine;
    if (!navigator.onLine || event.target.ariaBusy === "true") event.preventDefault();
    else event.target.ariaBusy = "true";
  });
  // A visitor who goes back to the page may send the form again.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent=once]")) form.ariaBusy = null;
  });
  document.querySelector<HTMLElement>("[data-focused]")?.focus();
}
