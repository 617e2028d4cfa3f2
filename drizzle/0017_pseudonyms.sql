-- Returns eight random letters that name no operator yet, so that a pseudonym is never used again.
CREATE FUNCTION fresh_pseudonym() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  fresh text;
BEGIN
  LOOP
    fresh := translate(left(md5(gen_random_uuid()::text), 8), '0123456789', 'ghijklmnop');
    IF NOT EXISTS (SELECT FROM credentials WHERE pseudonym = fresh) THEN
      RETURN fresh;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "credentials" ALTER COLUMN "pseudonym" SET DEFAULT fresh_pseudonym();--> statement-breakpoint
CREATE INDEX "credentials_pseudonym" ON "credentials" USING btree ("pseudonym");
