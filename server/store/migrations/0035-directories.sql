-- What lets the platform into a directory, such as a refresh token: encrypted with the key outside of the database.
create table integration_secrets (
  tenant ident not null,
  integration_id ident not null,
  encrypted text not null,
  updated_at timestamptz not null default now(),
  primary key (tenant, integration_id),
  foreign key (tenant, integration_id) references integrations (tenant, id) on delete cascade
);

-- Which person of a site somebody of a directory is, by the id that the directory gives: e-mail addresses change.
create table directory_people (
  tenant ident not null,
  site_id ident not null,
  integration_id ident not null,
  native_id text not null,
  user_id ident not null,
  primary key (tenant, site_id, integration_id, native_id),
  foreign key (tenant, integration_id) references integrations (tenant, id) on delete cascade,
  foreign key (tenant, user_id) references users (tenant, id) on delete cascade
);
create index directory_people_user on directory_people (tenant, user_id);

-- Where the last reading of a group's course ended, for directories that tell what has changed since:
-- {"cursor", "members"}. `members`: how many the group had then. With another number it is read whole again.
alter table groups add column directory_cursor jsonb;
