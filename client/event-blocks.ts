/** The fields between two empty lines of a stream. */
export interface EventBlock {
  /** Without `data`, only the present place in the stream. */
  id?: string;
  /** Absent: no event, only a heartbeat. */
  data?: string;
  retryMilliseconds?: number;
}

/**
 * Parses the text of an event stream (WHATWG HTML, 9.2.6), in chunks of any size. Event types are ignored.
 * @returns a function that takes a chunk and returns the blocks that it completes
 */
export function readEventBlocks(): (chunk: string) => EventBlock[] {
  let pending: string[] = [];
  let endsInReturn = false;
  let block: EventBlock = {};

  function readLine(line: string): void {
    const [, field = "", value = ""] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
    if (field === "data") block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    else if (field === "id" && !value.includes("\0")) block.id = value;
    else if (field === "retry" && /^\d{1,9}$/.test(value)) block.retryMilliseconds = Number(value);
  }

  return (chunk) => {
    // After a carriage return, the line feed may be in the next chunk.
    let text = endsInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    if (chunk !== "") endsInReturn = chunk.endsWith("\r");
    if (!/[\r\n]/.test(text)) {
      pending.push(text);
      return [];
    }
    text = pending.join("") + text;
    const lines = text.split(/\r\n|\n|\r/);
    pending = [lines.pop() ?? ""];
    const blocks: EventBlock[] = [];
    for (const line of lines) {
      if (line !== "") {
        readLine(line);
        continue;
      }
      blocks.push(block);
      block = {};
    }
    return blocks;
  };
}
