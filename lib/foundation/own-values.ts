/**
 * Returns an object's own value of a key, or undefined. Every key from outside needs it, because each object also
 * inherits `constructor`, `toString` and `__proto__`. `scripts/keys.mjs` rejects other look-ups.
 */
export function ownValue<T extends object>(object: T, key: PropertyKey): T[keyof T] | undefined {
  return Object.hasOwn(object, key) ? object[key as keyof T] : undefined;
}

/** Returns an object's entries with the type of its keys. The object must have no keys beyond its type. */
export function ownEntries<T extends object>(object: T): [keyof T & string, T[keyof T]][] {
  return Object.entries(object) as [keyof T & string, T[keyof T]][];
}
