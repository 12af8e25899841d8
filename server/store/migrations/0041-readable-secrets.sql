-- The secrets that let devices and site runners in are shown again: encrypted with the key outside of the database.
-- Null: made before this migration, or by `npm run renew-secrets`, and nobody can show it.
alter table site_tokens add column encrypted text;
alter table runner_tokens add column encrypted text;
