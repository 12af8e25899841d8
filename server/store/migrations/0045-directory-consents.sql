-- An administrator lets the platform into a directory: from the question until the integration is saved. What is secret is
-- encrypted with the key outside of the database.
create table directory_consents (
  tenant ident not null,
  id ident not null,
  tutor_id ident not null,
  -- The sign-in in which it was begun.
  session text not null,
  service text not null,
  config jsonb not null,
  state_hash text not null unique,
  verifier text not null,
  granted boolean not null default false,
  secret text,
  -- With what the connection was tested, once it has succeeded.
  tested jsonb,
  expires_at timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, tutor_id) references tutors (tenant, id) on delete cascade
);

-- A job stays when its integration is deleted, and fails with that reason until it is given another one.
alter table sync_jobs drop constraint sync_jobs_tenant_integration_id_fkey;
