import { type Runtime, Session } from "node:inspector";

export interface PausedThread {
  /** Whether a debugger could be attached to the process. */
  isDebugged: boolean;
  stack: string;
  resume: () => void;
  exit: (code: number) => void;
}

/** Runs in the main thread. The first two lines of the stack are the message and this code. */
const LOOK = `[
  process.getBuiltinModule("node:inspector").url() !== undefined,
  (Error.stackTraceLimit = 50, new Error().stack.split("\\n").slice(2).join("\\n")),
]`;

/** Returns whether a stack has a line with a file outside Node's own code. */
const hasFile = (stack: string) => stack.split("\n").some((line) => line.includes("/") && !line.includes("node:"));
/** The most steps from Node's code, which runs all promises, to the code of one of them. */
const MAX_STEPS = 20;

/**
 * Pauses the main thread, from another thread. It pauses in JavaScript, in a regular expression, and as soon as a native
 * call returns.
 * @param onPaused called when it is paused
 */
export function pauseMainThread(onPaused: (thread: PausedThread) => void): void {
  const session = new Session();
  session.connectToMainThread();
  const resume = () => {
    session.post("Debugger.resume");
    session.disconnect();
  };
  const exit = (code: number) => session.post("Runtime.evaluate", { expression: `process.reallyExit(${code})` });
  let steps = 0;
  session.on("Debugger.paused", () => {
    const look = { expression: LOOK, returnByValue: true };
    session.post("Runtime.evaluate", look, (_error, response?: Runtime.EvaluateReturnType) => {
      const [isDebugged = false, stack = ""] = (response?.result.value ?? []) as [boolean?, string?];
      steps += 1;
      if (isDebugged || hasFile(stack) || steps > MAX_STEPS) onPaused({ isDebugged, stack, resume, exit });
      else session.post("Debugger.stepInto");
    });
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
}
