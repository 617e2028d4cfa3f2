import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";

/** Opens PGlite with the extensions that the schema needs. */
export function openEngine(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ extensions: { pg_trgm, vector }, ...options });
}
