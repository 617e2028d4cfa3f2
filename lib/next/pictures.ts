import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { headers } from "next/headers";
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";
import type { Context } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { DEFAULT_ERRORS, errorBody, retryAfterSeconds } from "@/lib/http/errors";
import { foundOrNull, readForPage } from "@/lib/portal/read-for-page";

/** The size of link previews (Open Graph). */
export const PICTURE_SIZE = { width: 1_200, height: 630 };

/** Maximum cached pictures of each kind. A picture has about 65 KB. */
const MAX_KEPT = 50;

async function readFont(name: string, file: string) {
  const bytes = await readFile(path.resolve("node_modules/@fontsource", file));
  return { name, data: bytes, weight: 400 as const, style: "normal" as const };
}

const SERIF_SUBSETS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese"];
let fonts: Promise<Awaited<ReturnType<typeof readFont>>[]> | undefined;

function readFonts() {
  fonts ??= Promise.all([
    ...SERIF_SUBSETS.map((subset) =>
      readFont(
        subset === "latin" ? "Brygada" : `Brygada ${subset}`,
        `brygada-1918/files/brygada-1918-${subset}-500-normal.woff`,
      ),
    ),
    readFont("Public Sans", "public-sans/files/public-sans-latin-400-normal.woff"),
  ]);
  return fonts;
}

/** A picture as PNG. */
export async function drawPicture(picture: ReactElement): Promise<Buffer> {
  const drawn = new ImageResponse(picture, { ...PICTURE_SIZE, fonts: await readFonts() });
  return Buffer.from(await drawn.arrayBuffer());
}

/** Returns a response without a picture. */
function pictureUnavailable(kind: "notFound" | "unavailable", message: string): Response {
  const seconds = retryAfterSeconds(kind);
  return Response.json(errorBody(DEFAULT_ERRORS[kind], message), {
    status: DEFAULT_ERRORS[kind].status,
    headers: { "cache-control": "no-store", ...(seconds === undefined ? {} : { "retry-after": String(seconds) }) },
  });
}

/**
 * The source that every picture names. It does not use the request's host, because each host would be another picture.
 */
interface Origin {
  federation: string;
  host: string;
}

function pictureOrigin(): Origin {
  const { FEDERATION_NAME, PUBLIC_URL } = settings();
  return { federation: FEDERATION_NAME, host: PUBLIC_URL ? new URL(PUBLIC_URL).host : "" };
}

/**
 * Returns a handler that responds with a picture of what `read` returns. The same facts are drawn once and cached while
 * they are requested.
 * @param route the address's template, for the log and the metrics
 * @param thing the name of the missing thing in a 404
 */
export function picturesOf<Facts extends object>(
  Picture: (facts: Facts & Origin) => ReactElement,
  route: `/${string}`,
  thing = "page",
) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: MAX_KEPT });
  function drawn(facts: Facts & Origin): Promise<Buffer> {
    const key = JSON.stringify(facts);
    const png = kept.get(key) ?? drawPicture(Picture(facts));
    kept.set(key, png);
    png.catch(() => kept.delete(key));
    return png;
  }
  return async (read: (ctx: Context) => Promise<Facts>): Promise<Response> => {
    const found = await readForPage((ctx) => foundOrNull(read(ctx)), route);
    if (!found.ok) return pictureUnavailable("unavailable", "The registry is temporarily unavailable.");
    if (found.value === null) return pictureUnavailable("notFound", `There is no such ${thing}.`);
    const png = await drawn({ ...pictureOrigin(), ...found.value });
    const etag = `"${createHash("sha256").update(png).digest("base64url").slice(0, 22)}"`;
    const known = (await headers()).get("if-none-match")?.includes(etag);
    return new Response(known ? null : new Uint8Array(png), {
      status: known ? 304 : 200,
      headers: { "content-type": "image/png", "cache-control": "public, max-age=300", etag },
    });
  };
}
