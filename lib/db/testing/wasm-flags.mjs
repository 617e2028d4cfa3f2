/**
 * Node's options for processes that live for seconds: compile the embedded engine's WebAssembly once, without optimising it. The
 * database tests take a fifth less processor time with them.
 */
export const WASM_FLAGS = ["--liftoff-only", "--wasm-lazy-validation"];
