import { compileDots, type Dots } from "../dot-products";

const PAGE_BYTES = 65_536;
const NUMBER_BYTES = 4;
/** Added to the memory when it is full, at least. */
const GROWTH = 1.1;

/**
 * Rows of signed bytes of one length, and the inner products of a vector with some of them. The memory contains the vector,
 * the products and gathered rows, then all rows.
 */
export class RowProducts {
  readonly dimensions: number;
  /** The length of each row's vector. */
  lengths = new Float32Array(0);
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly dots: Dots;
  private readonly rowsStart: number;
  private readonly products: number;
  private readonly gathered: number;

  /** @param most the products that one call computes, at most */
  constructor(dimensions: number, most: number, gathers = true) {
    this.dimensions = dimensions;
    this.dots = compileDots(this.memory);
    this.products = dimensions;
    this.gathered = this.products + Math.ceil(most / 4) * 4 * NUMBER_BYTES;
    this.rowsStart = this.gathered + (gathers ? most * dimensions : 0);
    this.reserve(0);
  }

  /** Returns the rows of whole numbers from -7 to 7 that are packed two a byte, the low half first. */
  static unpack(packed: Uint8Array, dimensions: number): RowProducts {
    const count = (packed.length * 2) / dimensions;
    const rows = new RowProducts(dimensions, count, false);
    rows.reserve(count);
    const pairs = new Int8Array(rows.memory.buffer, rows.rowsStart, count * dimensions);
    const [values, squares] = tablesOfPairs();
    const words = new Uint16Array(pairs.buffer, pairs.byteOffset, packed.length);
    const bytesPerRow = dimensions / 2;
    for (let row = 0, at = 0; row < count; row += 1) {
      let sum = 0;
      for (const end = at + bytesPerRow; at < end; at += 1) {
        const byte = packed[at] as number;
        words[at] = values[byte] as number;
        sum += squares[byte] as number;
      }
      rows.lengths[row] = Math.sqrt(sum) || 1;
    }
    return rows;
  }

  reserve(count: number): void {
    const missing = this.rowsStart + count * this.dimensions - this.memory.buffer.byteLength;
    if (missing > 0) {
      const wanted = Math.ceil(missing / PAGE_BYTES);
      const spare =
        count === 0 || this.lengths.length === 0 ? 0 : (this.memory.buffer.byteLength * (GROWTH - 1)) / PAGE_BYTES;
      this.memory.grow(Math.max(wanted, Math.floor(spare)));
    }
    if (count <= this.lengths.length) return;
    const lengths = new Float32Array(this.lengths.length === 0 ? count : Math.ceil(count * GROWTH));
    lengths.set(this.lengths);
    this.lengths = lengths;
  }

  /** Returns a row. It is a view, which `reserve` makes invalid. */
  row(row: number): Int8Array {
    return new Int8Array(this.memory.buffer, this.rowsStart + row * this.dimensions, this.dimensions);
  }

  /** Returns the products of a vector with all rows. The next call overwrites them. */
  productsWithAll(vector: Int8Array): Int32Array {
    return this.multiply(vector, this.rowsStart, this.lengths.length);
  }

  /** Copies some rows to a place for {@link productsWithGathered}. */
  gather(rows: ArrayLike<number>): void {
    const bytes = new Uint8Array(this.memory.buffer);
    for (let at = 0; at < rows.length; at += 1) {
      const from = this.rowsStart + (rows[at] as number) * this.dimensions;
      bytes.copyWithin(this.gathered + at * this.dimensions, from, from + this.dimensions);
    }
  }

  /** Returns the products of a vector with the first gathered rows. The next call overwrites them. */
  productsWithGathered(vector: Int8Array, count: number): Int32Array {
    return this.multiply(vector, this.gathered, count);
  }

  private multiply(vector: Int8Array, rows: number, count: number): Int32Array {
    new Int8Array(this.memory.buffer).set(vector);
    this.dots(0, rows, this.dimensions, count, this.products);
    return new Int32Array(this.memory.buffer, this.products, count);
  }
}

/** For each byte: its two numbers as bytes, the low half first, and the sum of their squares. */
function tablesOfPairs(): [values: Uint16Array, squares: Uint8Array] {
  const values = new Uint16Array(256);
  const squares = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    const low = (byte << 28) >> 28;
    const high = (byte << 24) >> 28;
    values[byte] = (low & 0xff) | ((high & 0xff) << 8);
    squares[byte] = low * low + high * high;
  }
  return [values, squares];
}
