-- Private keys are kept encrypted. Those of earlier versions are encrypted when the platform next starts.
alter table signing_keys alter column private_jwk drop not null;
alter table signing_keys add column encrypted_jwk text;
alter table signing_keys add check (num_nonnulls(private_jwk, encrypted_jwk) = 1);

-- Which key that is, without giving it away: another one is noticed before anything is written with it.
create table encryption_keys (
  id text primary key,
  created_at timestamptz not null default now()
);
