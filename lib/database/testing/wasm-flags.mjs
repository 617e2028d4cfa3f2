/**
 * Node's options for short-lived processes. They compile the embedded engine's WebAssembly once, without optimisation.
 * The database tests use a fifth less processor time with them.
 */
export const WASM_FLAGS = ["--liftoff-only", "--wasm-lazy-validation"];
