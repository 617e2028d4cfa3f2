/**
 * What pages do in a browser beyond what HTML does by itself, without React: one small script on every page, which
 * listens on the whole page, so that it does not matter when or by whom a part of the page was put there.
 */
import { tellAges } from "./ages";
import { askWhileTyping } from "./ask";
import { copyOnPress } from "./copy";
import { holdUntilKept } from "./leave";
import { searchFromAnywhere } from "./search";
import { sendOnce } from "./send";
import { turnLight } from "./theme";

function begin(): void {
  copyOnPress();
  turnLight();
  searchFromAnywhere();
  askWhileTyping();
  holdUntilKept();
  sendOnce();
  tellAges();
}

// The script may be there before the page is.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
