-- When each client of a site was connected last and why that ended; a row for each client, written anew, in batches.
create table client_connections (
  tenant ident not null,
  client_id ident not null,
  connected_at timestamptz,
  ended_at timestamptz,
  ended_why text,
  -- Another connection of the same client took the place of an open one.
  replaced_at timestamptz,
  replaced_elsewhere boolean not null default false,
  refused_at timestamptz,
  refused_why text,
  primary key (tenant, client_id),
  foreign key (tenant, client_id) references clients (tenant, id) on delete cascade
);

-- The same of site runners, so far as anybody asks.
alter table site_runners add column connected_at timestamptz, add column ended_at timestamptz;
