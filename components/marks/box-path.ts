const short = (length: number) => Number(length.toFixed(2));

/** Returns a box as a part of a path. One path with many boxes is smaller than as many elements. */
export function boxPath(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${-short(width)}z`;
}
