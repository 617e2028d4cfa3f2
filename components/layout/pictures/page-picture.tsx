import type { ReactNode } from "react";
import { Identicon } from "@/components/marks/identicon";
import { LIGHT } from "./colours";
import { drawableText } from "./glyphs";

/** The origin that every picture names. */
export interface PictureOrigin {
  federation: string;
  /** The public host of the service, or "" if it is not configured. */
  host: string;
}

/** The fonts, in the order in which missing letters are looked up. */
export const SERIF = "Brygada, Brygada latin-ext, Brygada cyrillic, Brygada greek, Brygada vietnamese";
export const HUES = { set: LIGHT.accent, unset: LIGHT["glyph-void"] };

/** Draws the frame of every picture: the federation, the kind of page and the host. */
export function Sheet({
  federation,
  host,
  kind,
  foot = "",
  children,
}: PictureOrigin & { kind: string; foot?: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        padding: "44px 64px 40px",
        color: LIGHT.ink,
        background: LIGHT.paper,
        fontFamily: "Public Sans",
        fontSize: 26,
      }}
    >
      <div
        style={{
          display: "flex",
          alignItems: "center",
          gap: 20,
          paddingBottom: 24,
          borderBottom: `2px solid ${LIGHT["rule-total"]}`,
        }}
      >
        <Identicon did="did:fed:s0:council" size={52} hues={HUES} />
        <div style={{ display: "block", flex: 1, fontFamily: SERIF, fontSize: 34, lineClamp: 1 }}>
          {drawableText(federation, "Agent federation")}
        </div>
        <div style={{ color: LIGHT["ink-2"] }}>{kind}</div>
      </div>
      <div style={{ display: "flex", flex: 1, flexDirection: "column", justifyContent: "center" }}>{children}</div>
      <div style={{ display: "flex", justifyContent: "space-between", color: LIGHT["ink-3"], fontSize: 22 }}>
        <div>{host}</div>
        <div>{foot}</div>
      </div>
    </div>
  );
}

/** Draws a heading with a limited number of lines. */
export function Heading({ size, lines, children }: { size: number; lines: number; children: string }) {
  return (
    <div
      style={{
        display: "block",
        fontFamily: SERIF,
        fontSize: size,
        lineHeight: 1.15,
        lineClamp: lines,
        wordBreak: "break-word",
      }}
    >
      {children}
    </div>
  );
}

/** Draws a page by its kind, its title and one line about it. */
export function PagePicture({
  kind,
  title,
  line,
  ...origin
}: PictureOrigin & { kind: string; title: string; line: string }) {
  return (
    <Sheet {...origin} kind={kind}>
      <Heading size={64} lines={3}>
        {drawableText(title, kind)}
      </Heading>
      <div style={{ marginTop: 28, color: LIGHT["ink-2"], fontSize: 32 }}>{line}</div>
    </Sheet>
  );
}
