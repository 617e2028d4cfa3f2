/**
 * The script on every page, for behaviour that HTML alone does not have. It is small and needs no React. It listens on
 * the whole page, so parts of the page can be added at any time.
 */

import { adviseWhileTyping } from "./advise-while-typing";
import { updateAges } from "./ages";
import { confirmLeave } from "./confirm-leave";
import { copyOnPress } from "./copy";
import { liveFilter } from "./live-filter";
import { loadInPlace } from "./load-in-place";
import { loadOnPress } from "./load-on-press";
import { closeMenus } from "./menu";
import { openMovedChange } from "./moved-change";
import { pollState } from "./poll-state";
import { searchFromAnywhere } from "./search";
import { sendOnce } from "./send";
import { chooseTheme } from "./theme";

function begin(): void {
  copyOnPress();
  chooseTheme();
  searchFromAnywhere();
  adviseWhileTyping();
  loadInPlace();
  loadOnPress();
  liveFilter();
  confirmLeave();
  sendOnce();
  updateAges();
  pollState();
  closeMenus();
  openMovedChange();
}

// The script may run before the page is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
