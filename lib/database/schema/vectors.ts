import { sql } from "drizzle-orm";
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { bytes, instant } from "./columns";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * The skills of agents, one row per skill. A row never changes. A skill with new texts is a new row, so data remembered
 * under an id stays correct. Only registered agents have rows.
 */
export const agentSkills = pgTable(
  "agent_skills",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    did: text()
      .notNull()
      .references(() => agents.did, { onDelete: "cascade" }),
    name: text().notNull(),
    texts: jsonb().$type<{ kind: string; text: string }[]>().notNull(),
    /** SHA-256 of name and texts. */
    hash: text().notNull(),
    words: tsvector().notNull(),
  },
  (t) => [
    unique("agent_skills_did_hash").on(t.did, t.hash),
    index("agent_skills_exact").on(sql`lower(${t.name})`),
    // Without a list of pending entries, which every search would have to read.
    index("agent_skills_words").using("gin", t.words).with({ fastupdate: false }),
    index("agent_skills_name_trgm").using("gin", sql`${t.name} gin_trgm_ops`).with({ fastupdate: false }),
  ],
);

/**
 * The meanings of a skill's texts, for reranking the found skills. Its trigger announces changes; see
 * drizzle/0002_functions_and_triggers.sql.
 */
export const skillEmbeddings = pgTable("skill_embeddings", {
  skillId: bigint("skill_id", { mode: "number" })
    .primaryKey()
    .references(() => agentSkills.id, { onDelete: "cascade" }),
  /** The meaning of each text, in order: `packEmbeddings`. */
  packed: bytes().notNull(),
});

/**
 * The model whose vectors are searched, and its successor while the successor's vectors are created. One row; its lock
 * orders a change of model and the registrations.
 */
export const vectorModel = pgTable(
  "vector_model",
  {
    only: boolean().primaryKey().default(true),
    model: text().notNull(),
    /** Null until a remote model has responded for the first time. */
    dimensions: integer(),
    /** Replaces the model when every skill has its vectors; null if there is no change. */
    nextModel: text("next_model"),
    nextDimensions: integer("next_dimensions"),
    since: instant("since").notNull(),
  },
  (t) => [check("vector_model_only", sql`${t.only}`)],
);

/** Skills without vectors of the model, or of its successor if there is one. */
export const vectorOutbox = pgTable(
  "vector_outbox",
  {
    skillId: bigint("skill_id", { mode: "number" })
      .primaryKey()
      .references(() => agentSkills.id, { onDelete: "cascade" }),
    attempts: integer().notNull().default(0),
    /** Earliest time of the next try; while a worker has it, the time when another may take it over. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error").notNull().default(""),
  },
  (t) => [index("vector_outbox_due").on(t.dueAt)],
);
