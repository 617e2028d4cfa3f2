-- Trigram indexes for the directory's partial matches; a trusted extension since PostgreSQL 13.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
