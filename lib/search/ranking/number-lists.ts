/** Part by which the memory grows when it is full. */
const GROWTH = 1.1;

function lengthened<T extends Uint8Array | Uint32Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}

/**
 * Many lists of 32-bit numbers in one array. A list is named by a number, from 0. It has a room of a power of two, and moves to
 * another one when the room is full, or three quarters of it are free. A room that was left is used again.
 */
export class NumberLists {
  /** The numbers of list `n` are from `starts[n]` up to `starts[n] + lengths[n]`. */
  numbers = new Uint32Array(1024);
  starts = new Uint32Array(1024);
  lengths = new Uint32Array(1024);
  /** The power of two of each list's room, counted from 1; 0 without a room. */
  private rooms = new Uint8Array(1024);
  private used = 0;
  /** The starts of free rooms, by their power. */
  private readonly free: number[][] = Array.from({ length: 32 }, () => []);

  append(list: number, value: number): void {
    this.makeRoomForList(list);
    const length = this.lengths[list] as number;
    const room = this.rooms[list] as number;
    if (length === sizeOf(room)) this.move(list, room + 1);
    this.numbers[(this.starts[list] as number) + length] = value;
    this.lengths[list] = length + 1;
  }

  /** Removes a number from a list. The order of the others changes. */
  remove(list: number, value: number): void {
    const place = this.view(list).indexOf(value);
    if (place === -1) return;
    const start = this.starts[list] as number;
    const last = (this.lengths[list] as number) - 1;
    this.numbers[start + place] = this.numbers[start + last] as number;
    this.lengths[list] = last;
    const room = this.rooms[list] as number;
    if (last === 0) this.clear(list);
    else if (last <= sizeOf(room) / 4) this.move(list, room - 1);
  }

  /** Returns a list's numbers. The next change of any list makes them invalid. */
  view(list: number): Uint32Array {
    const start = this.starts[list] ?? 0;
    return this.numbers.subarray(start, start + (this.lengths[list] ?? 0));
  }

  clear(list: number): void {
    const room = this.rooms[list] ?? 0;
    if (room === 0) return;
    this.free[room]?.push(this.starts[list] as number);
    this.rooms[list] = 0;
    this.lengths[list] = 0;
  }

  private move(list: number, room: number): void {
    const start = this.free[room]?.pop() ?? this.extend(sizeOf(room));
    const from = this.starts[list] as number;
    this.numbers.copyWithin(start, from, from + (this.lengths[list] as number));
    const left = this.rooms[list] as number;
    if (left > 0) this.free[left]?.push(from);
    this.starts[list] = start;
    this.rooms[list] = room;
  }

  private extend(size: number): number {
    const start = this.used;
    this.used += size;
    if (this.used > this.numbers.length) this.numbers = lengthened(this.numbers, Math.ceil(this.used * GROWTH));
    return start;
  }

  private makeRoomForList(list: number): void {
    if (list < this.starts.length) return;
    const lists = Math.ceil((list + 1) * GROWTH);
    this.starts = lengthened(this.starts, lists);
    this.lengths = lengthened(this.lengths, lists);
    this.rooms = lengthened(this.rooms, lists);
  }
}

/** The numbers that a room holds, by its power counted from 1. */
const sizeOf = (room: number) => (room === 0 ? 0 : 2 ** (room - 1));
