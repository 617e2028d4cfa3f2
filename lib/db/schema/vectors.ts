import { sql } from "drizzle-orm";
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { bytes, instant } from "./columns";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What an agent says it can do, one row a skill. A row is never changed: a skill whose texts change is another row, so
 * whatever is remembered under an id stays true. Only registered agents have rows.
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
    // Without a list of pending entries, which a search would have to read through.
    index("agent_skills_words").using("gin", t.words).with({ fastupdate: false }),
    index("agent_skills_name_trgm").using("gin", sql`${t.name} gin_trgm_ops`).with({ fastupdate: false }),
  ],
);

/**
 * What a skill's texts mean, for the choice among the skills that were found. Its trigger announces changes; see
 * drizzle/0015_announce_meanings.sql.
 */
export const skillMeanings = pgTable("skill_meanings", {
  skillId: bigint("skill_id", { mode: "number" })
    .primaryKey()
    .references(() => agentSkills.id, { onDelete: "cascade" }),
  /** Of each text, in their order: `packMeanings`. */
  packed: bytes().notNull(),
});

/**
 * The one model whose vectors are searched, and while its successor's are made, that one; one row, whose lock orders a
 * change of model and the registrations.
 */
export const vectorModel = pgTable(
  "vector_model",
  {
    only: boolean().primaryKey().default(true),
    model: text().notNull(),
    /** Null until a remote model has answered for the first time. */
    dimensions: integer(),
    /** Replaces the model as soon as every skill has its vectors; null while no change is under way. */
    nextModel: text("next_model"),
    nextDimensions: integer("next_dimensions"),
    since: instant("since").notNull(),
  },
  (t) => [check("vector_model_only", sql`${t.only}`)],
);

/** Skills that have no vectors yet of the model, or of its successor where there is one. */
export const vectorOutbox = pgTable(
  "vector_outbox",
  {
    skillId: bigint("skill_id", { mode: "number" })
      .primaryKey()
      .references(() => agentSkills.id, { onDelete: "cascade" }),
    attempts: integer().notNull().default(0),
    /** Not before; while a worker has it, when another may take it over. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error").notNull().default(""),
  },
  (t) => [index("vector_outbox_due").on(t.dueAt)],
);
