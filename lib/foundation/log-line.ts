/** Returns one line for people: the time, the level, the event, and its other fields. */
export function prettyLine(line: string): string {
  const { time, level, msg, event, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const more = Object.entries(rest).map(([name, value]) => {
    return `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  const said = [msg, event].filter((each) => each !== undefined).join(" · ");
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${[said, ...more].join("  ")}\n`;
}
