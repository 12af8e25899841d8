-- Sessions end for every process, and end at a time of their own.

-- Families that were ended before their time, for as long as an access token of theirs may be about.
create table ended_sessions (
  tenant ident not null references tenants (key) on delete cascade,
  family text not null,
  ended_at timestamptz not null,
  primary key (tenant, family)
);
create index ended_sessions_time on ended_sessions (ended_at);

-- When the person signed in: refreshing does not move it.
alter table refresh_tokens add column began_at timestamptz not null default now();
update refresh_tokens set began_at = created_at;
