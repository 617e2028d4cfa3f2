import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { headers } from "next/headers";
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";
import { inTurn, RETRY_SECONDS } from "@/lib/api/picture-turns";
import { foundOrNull, readForPage } from "@/lib/api/read-for-page";
import type { Context } from "@/lib/context";
import { settings } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { DEFAULT_ERRORS, errorBody } from "@/lib/http/errors";

/** What those who show previews of links ask for (Open Graph). */
export const PICTURE_SIZE = { width: 1_200, height: 630 };

/** Of each kind. A picture has some 65 KB. */
const MOST_KEPT = 50;

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

/** An answer without a picture. */
function refusePicture(kind: "notFound" | "unavailable", message: string): Response {
  return Response.json(errorBody(DEFAULT_ERRORS[kind], message), {
    status: DEFAULT_ERRORS[kind].status,
    headers: { "cache-control": "no-store", ...(kind === "unavailable" ? { "retry-after": `${RETRY_SECONDS}` } : {}) },
  });
}

/** What every picture says of where it comes from. The host is not the request's: each host would be another picture. */
interface Origin {
  federation: string;
  host: string;
}

function pictureOrigin(): Origin {
  const { FEDERATION_NAME, PUBLIC_URL } = settings();
  return { federation: FEDERATION_NAME, host: PUBLIC_URL ? new URL(PUBLIC_URL).host : "" };
}

/**
 * Answers with pictures of what is read. The same facts are drawn once, however many ask, and kept while they are asked
 * for.
 * @param route the address's template, for the log and the metrics
 * @param thing what a 404 says that there is none of
 */
export function picturesOf<Facts extends object>(
  Picture: (facts: Facts & Origin) => ReactElement,
  route: `/${string}`,
  thing = "page",
) {
  const kept = new Map<string, Promise<Buffer>>();
  function drawn(facts: Facts & Origin): Promise<Buffer> {
    const key = JSON.stringify(facts);
    const known = kept.get(key);
    const png = known ?? inTurn(() => drawPicture(Picture(facts)));
    kept.delete(key);
    kept.set(key, png);
    png.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return png;
  }
  return async (read: (ctx: Context) => Promise<Facts>): Promise<Response> => {
    const found = await readForPage((ctx) => foundOrNull(read(ctx)), route);
    if (!found.ok) return refusePicture("unavailable", "The register does not answer.");
    if (found.value === null) return refusePicture("notFound", `There is no such ${thing}.`);
    let png: Buffer;
    try {
      png = await drawn({ ...pictureOrigin(), ...found.value });
    } catch (error) {
      if (error instanceof ServiceError) return refusePicture("unavailable", error.message);
      throw error;
    }
    const etag = `"${createHash("sha256").update(png).digest("base64url").slice(0, 22)}"`;
    const known = (await headers()).get("if-none-match")?.includes(etag);
    return new Response(known ? null : new Uint8Array(png), {
      status: known ? 304 : 200,
      headers: { "content-type": "image/png", "cache-control": "public, max-age=300", etag },
    });
  };
}
