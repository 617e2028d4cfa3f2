/**
 * What pages do in a browser beyond what HTML does by itself, without React: one small script on every page, which
 * listens on the whole page, so that it does not matter when or by whom a part of the page was put there.
 */
import { tellAges } from "./ages";
import { answerInPlace } from "./answer";
import { askWhileTyping } from "./ask";
import { awaitState } from "./await";
import { copyOnPress } from "./copy";
import { holdUntilKept } from "./leave";
import { followLive } from "./live";
import { closeMenus } from "./menu";
import { searchFromAnywhere } from "./search";
import { sendOnce } from "./send";
import { chooseTheme } from "./theme";

function begin(): void {
  copyOnPress();
  chooseTheme();
  searchFromAnywhere();
  askWhileTyping();
  answerInPlace();
  followLive();
  holdUntilKept();
  sendOnce();
  tellAges();
  awaitState();
  closeMenus();
}

// The script may be there before the page is.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
