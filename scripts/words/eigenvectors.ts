/** A symmetric matrix without its zeros. The cells of a row are from `starts[row]` up to `starts[row + 1]`. */
export interface SparseMatrix {
  size: number;
  starts: Uint32Array;
  columns: Uint32Array;
  values: Float32Array;
}

/** Columns beyond those wanted. With them, the wanted ones settle sooner. */
const SPARE = 40;
const ROUNDS = 6;
const SWEEPS = 12;
const SMALL = 1e-9;

/** A block of columns, row by row. */
interface Block {
  width: number;
  cells: Float32Array;
}

/**
 * Returns the eigenvectors of the largest absolute eigenvalues, row by row: the singular vectors of a truncated SVD, as the
 * matrix is symmetric. Subspace iteration from fixed random numbers, then Jacobi's rotations (Golub and Van Loan, chapter 8).
 */
export function largestEigenvectors(matrix: SparseMatrix, wanted: number): Float64Array {
  const width = wanted + SPARE;
  const random = lehmer();
  let basis: Block = orthonormal({ width, cells: Float32Array.from({ length: matrix.size * width }, random) });
  for (let round = 0; round < ROUNDS; round += 1) basis = orthonormal(times(matrix, basis));
  const { values, vectors } = eigenOf(gramOf(basis, times(matrix, basis)), width);
  const order = [...values.keys()].sort((a, b) => Math.abs(values[b] ?? 0) - Math.abs(values[a] ?? 0)).slice(0, wanted);
  const result = new Float64Array(matrix.size * wanted);
  for (let row = 0; row < matrix.size; row += 1) {
    order.forEach((column, at) => {
      let sum = 0;
      for (let k = 0; k < width; k += 1) {
        sum += (basis.cells[row * width + k] as number) * (vectors[k * width + column] as number);
      }
      result[row * wanted + at] = sum;
    });
  }
  return result;
}

/** Returns numbers from -0.5 to 0.5, the same in each run (Lehmer's generator). */
function lehmer(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
}

function times({ size, starts, columns, values }: SparseMatrix, { width, cells }: Block): Block {
  const product = new Float32Array(size * width);
  for (let row = 0; row < size; row += 1) {
    const into = product.subarray(row * width, (row + 1) * width);
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const value = values[at] as number;
      const from = (columns[at] as number) * width;
      for (let k = 0; k < width; k += 1) into[k] = (into[k] as number) + value * (cells[from + k] as number);
    }
  }
  return { width, cells: product };
}

/** Returns the inner products of the columns of two blocks. */
function gramOf(left: Block, right: Block): Float64Array {
  const { width } = left;
  const gram = new Float64Array(width * width);
  for (let start = 0; start < left.cells.length; start += width) {
    for (let i = 0; i < width; i += 1) {
      const value = left.cells[start + i] as number;
      for (let j = 0; j < width; j += 1) {
        gram[i * width + j] = (gram[i * width + j] as number) + value * (right.cells[start + j] as number);
      }
    }
  }
  return gram;
}

/** Makes the columns orthonormal, by Cholesky's factor of their inner products: twice, for precision. */
function orthonormal(block: Block): Block {
  const { width, cells } = block;
  for (let pass = 0; pass < 2; pass += 1) {
    const lower = choleskyOf(gramOf(block, block), width);
    for (let start = 0; start < cells.length; start += width) {
      for (let i = 0; i < width; i += 1) {
        let rest = cells[start + i] as number;
        for (let k = 0; k < i; k += 1) rest -= (lower[i * width + k] as number) * (cells[start + k] as number);
        cells[start + i] = rest / (lower[i * width + i] as number);
      }
    }
  }
  return block;
}

function choleskyOf(gram: Float64Array, width: number): Float64Array {
  const lower = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let rest = gram[i * width + j] as number;
      for (let k = 0; k < j; k += 1) rest -= (lower[i * width + k] as number) * (lower[j * width + k] as number);
      lower[i * width + j] = i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (lower[j * width + j] as number);
    }
  }
  return lower;
}

/** Returns the eigenvalues and, as columns, the eigenvectors of a small symmetric matrix. It overwrites the matrix. */
function eigenOf(matrix: Float64Array, width: number): { values: number[]; vectors: Float64Array } {
  const vectors = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) vectors[i * width + i] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let p = 0; p < width; p += 1) {
      for (let q = p + 1; q < width; q += 1) rotate(matrix, vectors, width, p, q);
    }
  }
  return { values: Array.from({ length: width }, (_, i) => matrix[i * width + i] ?? 0), vectors };
}

/** Makes the cell of two columns zero by a rotation. */
function rotate(matrix: Float64Array, vectors: Float64Array, width: number, p: number, q: number): void {
  const off = matrix[p * width + q] as number;
  if (Math.abs(off) < SMALL) return;
  const theta = ((matrix[q * width + q] as number) - (matrix[p * width + p] as number)) / (2 * off);
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (cells: Float64Array, i: number, j: number) => {
    const first = cells[i] as number;
    const second = cells[j] as number;
    cells[i] = cosine * first - sine * second;
    cells[j] = sine * first + cosine * second;
  };
  for (let k = 0; k < width; k += 1) turn(matrix, k * width + p, k * width + q);
  for (let k = 0; k < width; k += 1) {
    turn(matrix, p * width + k, q * width + k);
    turn(vectors, k * width + p, k * width + q);
  }
}
