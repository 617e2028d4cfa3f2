import { expect } from "vitest";
import type { Answer, visitorOf } from "./visitor";

const unescaped = (text = "") => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/**
 * Sends a form of a page as a browser without JavaScript would.
 * @param part a text in the form; without it, the first form is sent
 */
export async function sendForm(
  ask: ReturnType<typeof visitorOf>,
  page: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  part = "",
): Promise<Answer> {
  const { body: html, headers: shown } = await ask(
    page,
    headers["cookie"] ? { headers: { cookie: headers["cookie"] } } : {},
  );
  expect(shown["cache-control"]).toContain("no-store");
  const forms = html.replaceAll("\n", "").matchAll(/<form[^>]*enctype="multipart\/form-data"[^>]*>(.*?)<\/form>/gi);
  const form = [...forms].map(([, inside = ""]) => inside).find((inside) => inside.includes(part)) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?\/>/g)];
  const all = {
    ...Object.fromEntries(hidden.map(([, name = "", value]) => [unescaped(name), unescaped(value)])),
    ...fields,
  };
  const boundary = "x".repeat(30);
  const parts = Object.entries(all).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return ask(page, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, ...headers },
    body: `${parts.join("")}--${boundary}--\r\n`,
  });
}
