DROP VIEW "public"."ledger_acts";--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "pseudonym" text DEFAULT translate(left(md5(gen_random_uuid()::text), 8), '0123456789', 'ghijklmnop') NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD COLUMN "published_after" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_payloads_group" ON "ledger_payloads" USING btree (split_part(coalesce(kind, remaining ->> 'kind', ''), '.', 1),"seq") WHERE log = 'council';--> statement-breakpoint
CREATE VIEW "public"."ledger_acts" AS (select e.seq, e.id, e.hash, coalesce(p.kind, p.remaining ->> 'kind', '') as kind, coalesce(p.did, p.remaining ->> 'actor', '') as actor,
  coalesce(coalesce(p.payload, p.remaining) ->> 'subject', '') as subject, coalesce(coalesce(p.payload, p.remaining) -> 'details', '{}') as details,
  e.created_at, p.payload is null as is_erased, e.payload_commitment, p.salt
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council');--> statement-breakpoint
-- The reasons of acts so far were written for operators only.
ALTER TABLE ledger_heads DISABLE TRIGGER ledger_heads_advance;
--> statement-breakpoint
UPDATE ledger_heads SET published_after = size;
--> statement-breakpoint
ALTER TABLE ledger_heads ENABLE TRIGGER ledger_heads_advance;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_head_must_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.log = OLD.log AND NEW.origin = OLD.origin AND NEW.size > OLD.size AND NEW.last_at >= OLD.last_at
    AND NEW.published_after = OLD.published_after THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a ledger head only advances';
END $$;
--> statement-breakpoint
-- The tokens that replaced one another in rotations belong to one operator.
WITH RECURSIVE chain AS (
  SELECT id, replaced_by, pseudonym FROM credentials
  WHERE id NOT IN (SELECT replaced_by FROM credentials WHERE replaced_by IS NOT NULL)
  UNION
  SELECT next.id, next.replaced_by, chain.pseudonym FROM chain JOIN credentials AS next ON next.id = chain.replaced_by
)
UPDATE credentials SET pseudonym = chain.pseudonym FROM chain WHERE credentials.id = chain.id;
--> statement-breakpoint
-- Returns the name of an actor in public. Until 0.3.0, an operator's name was its credential's id. A pseudonym never changes.
CREATE FUNCTION public_actor(actor text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE WHEN actor ~ '^operator:[0-9a-f]{8}-[0-9a-f-]{27}$'
    THEN (SELECT 'operator:' || pseudonym FROM credentials WHERE id = substr(actor, 10)::uuid) END, actor)
$$;
