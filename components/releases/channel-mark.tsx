import type { Channel } from "@/lib/features/releases/schema";

/** Shows a channel's name in a frame, which is dashed if nothing is released. */
export function ChannelMark({ channel }: { channel: Channel }) {
  return (
    <span
      className={`border px-1.5 text-xs leading-5 ${channel === "dev" ? "border-rule border-dashed" : "border-ink-2"}`}
    >
      {channel}
    </span>
  );
}
