import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ChangeGroups } from "./change-groups";

it("unfolds and marks a kind with a breaking change, and no other", () => {
  const changes = [
    { kind: "Added", text: "Provider pages.", slug: "added" },
    { kind: "Changed", text: "Breaking: `model` is empty where it is not stated.", slug: "changed" },
    { kind: "Changed", text: "Equal scores share a rank.", slug: "changed-2" },
  ] as const;
  const html = renderToStaticMarkup(createElement(ChangeGroups, { changes }));
  const [added = "", changed = ""] = html.split("<details").slice(1);
  expect([added, changed].map((group) => /^[^>]*open=""/.test(group))).toEqual([false, true]);
  expect([added.includes("breaking"), changed.includes("1 breaking")]).toEqual([false, true]);
  expect(changed).toContain('<b class="font-semibold">Breaking:</b>');
});
