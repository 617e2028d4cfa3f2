import type { Context } from "@/lib/authority/context";

const WRITES = new Set<string | symbol>(["insert", "update", "transaction"]);
const bound = (target: object, name: string | symbol) => {
  const method = Reflect.get(target, name);
  return typeof method === "function" ? method.bind(target) : method;
};

/** Returns a statement that fails, after it was carried out or without. */
function failing(statement: object, isDone: boolean): object {
  return new Proxy(statement, {
    get(target, name) {
      if (name === "then") {
        return async (_: unknown, reject: (error: Error) => void) => {
          if (isDone) await target;
          reject(new Error("connection lost"));
        };
      }
      const method = Reflect.get(target, name);
      return typeof method === "function" ? (...all: unknown[]) => failing(method.apply(target, all), isDone) : method;
    },
  });
}

/** Returns a context on whose database one write fails, a transaction counting as one: the `nth`, after it was carried out or without. */
export function failingContext(ctx: Context, nth: number, isDone: boolean): Context {
  let writes = 0;
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (!WRITES.has(name)) return bound(target, name);
      return (...all: unknown[]) => {
        writes += 1;
        if (writes !== nth) return bound(target, name)(...all);
        if (name !== "transaction") return failing(bound(target, name)(...all), isDone);
        return (isDone ? bound(target, name)(...all) : Promise.resolve()).then(() => {
          throw new Error("connection lost");
        });
      };
    },
  });
  return { ...ctx, db };
}
