// multiply.wat, assembled. If the two differ, `multiply.test.ts` fails and says how to assemble it again.
const BINARY =
  "AGFzbQEAAAABDAFgCH9/f39/f399AAITAQdlbmNvZGVyBm1lbW9yeQIAAQMCAQAHDAEIbXVsdGlwbHkAAAr8AwH5AwILfwx7IAf9" +
  "EyEWIAVBAnQhCCAGQQJ0IQkDQEEAIQsDQCAAIAsgCGxqIQ0gDSAIaiEOIA4gCGohDyAPIAhqIRAgASERIAL9AAQAIRcgAv0ABBAh" +
  "GCAXIRkgGCEaIBchGyAYIRwgFyEdIBghHiAFIQwDQCAR/QAEACETIBH9AAQQIRQgDf0JAgAhFSAXIBUgE/3mAf3kASEXIBggFSAU" +
  "/eYB/eQBIRggDv0JAgAhFSAZIBUgE/3mAf3kASEZIBogFSAU/eYB/eQBIRogD/0JAgAhFSAbIBUgE/3mAf3kASEbIBwgFSAU/eYB" +
  "/eQBIRwgEP0JAgAhFSAdIBUgE/3mAf3kASEdIB4gFSAU/eYB/eQBIR4gDUEEaiENIA5BBGohDiAPQQRqIQ8gEEEEaiEQIBFBIGoh" +
  "ESAMQQFrIgwNAAsgAyALIAlsaiESIBIgFiAX/esB/QsEACASIBYgGP3rAf0LBBAgEiAJaiESIBIgFiAZ/esB/QsEACASIBYgGv3r" +
  "Af0LBBAgEiAJaiESIBIgFiAb/esB/QsEACASIBYgHP3rAf0LBBAgEiAJaiESIBIgFiAd/esB/QsEACASIBYgHv3rAf0LBBAgC0EE" +
  "aiILIARJDQALIAEgCEEDdGohASACQSBqIQIgA0EgaiEDIApBCGoiCiAGSQ0ACws=";

/**
 * Computes `c = max(a · b + bias, floor)`. Addresses are in bytes. `multiply.wat` describes the layout of the matrices.
 */
export type Multiply = (
  a: number,
  b: number,
  bias: number,
  c: number,
  rows: number,
  depth: number,
  columns: number,
  floor: number,
) => void;

export const multiplyBinary = (): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(BINARY, "base64"));

export function compileMultiply(memory: WebAssembly.Memory): Multiply {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(multiplyBinary()), { encoder: { memory } });
  return instance.exports["multiply"] as Multiply;
}
