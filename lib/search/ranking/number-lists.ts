/** Part by which the memory grows when it is full. */
const GROWTH = 1.1;

/** Returns a longer copy of an array. */
export function lengthened<T extends Uint8Array | Uint32Array | Int32Array | Float32Array>(
  array: T,
  length: number,
): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}

/**
 * Many lists of 32-bit numbers in one array. A list is named by a number, from 0. It has room for a power of two of numbers,
 * and moves when it is full. The room that it leaves is used again.
 */
export class NumberLists {
  /** The numbers of list `n` are from `starts[n]` up to `starts[n] + lengths[n]`. */
  numbers = new Uint32Array(1024);
  starts = new Uint32Array(1024);
  lengths = new Uint32Array(1024);
  private used = 0;
  /** Rooms that are free, by the power of two. */
  private readonly free: number[][] = Array.from({ length: 32 }, () => []);

  /** Appends a number to a list. */
  append(list: number, value: number): void {
    this.makeRoomForList(list);
    const length = this.lengths[list] ?? 0;
    // A list is full when its length is a power of two.
    if ((length & (length - 1)) === 0) this.move(list, length);
    this.numbers[(this.starts[list] ?? 0) + length] = value;
    this.lengths[list] = length + 1;
  }

  /** Removes a number from a list. The order of the others changes. */
  remove(list: number, value: number): void {
    const start = this.starts[list] ?? 0;
    const length = this.lengths[list] ?? 0;
    const place = this.numbers.subarray(start, start + length).indexOf(value);
    if (place === -1) return;
    const last = length - 1;
    this.numbers[start + place] = this.numbers[start + last] ?? 0;
    this.lengths[list] = last;
    // What is left fills the half of its room: it moves there, or the room would be lost when it grows again.
    if (last === 0) this.free[0]?.push(start);
    else if ((last & (last - 1)) === 0) this.free[powerOf(last)]?.push(start + last);
  }

  /** Returns a list's numbers. The next change of any list makes them invalid. */
  view(list: number): Uint32Array {
    const start = this.starts[list] ?? 0;
    return this.numbers.subarray(start, start + (this.lengths[list] ?? 0));
  }

  /** Removes all numbers of a list. */
  clear(list: number): void {
    for (let length = this.lengths[list] ?? 0; length > 0; length -= 1) {
      this.remove(list, this.numbers[(this.starts[list] ?? 0) + length - 1] ?? 0);
    }
  }

  /** Moves a list of a full room to one of the double size. */
  private move(list: number, length: number): void {
    const power = length === 0 ? 0 : powerOf(length) + 1;
    const start = this.free[power]?.pop() ?? this.extend(2 ** power);
    const from = this.starts[list] ?? 0;
    this.numbers.copyWithin(start, from, from + length);
    if (length > 0) this.free[power - 1]?.push(from);
    this.starts[list] = start;
  }

  private extend(size: number): number {
    const start = this.used;
    this.used += size;
    if (this.used > this.numbers.length) {
      this.numbers = lengthened(this.numbers, Math.ceil(this.used * GROWTH));
    }
    return start;
  }

  private makeRoomForList(list: number): void {
    if (list < this.starts.length) return;
    const lists = Math.ceil((list + 1) * GROWTH);
    this.starts = lengthened(this.starts, lists);
    this.lengths = lengthened(this.lengths, lists);
  }
}

const powerOf = (size: number) => 31 - Math.clz32(size);
