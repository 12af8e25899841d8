-- What tutors were called who are deleted: what they did stays in the logs.
create table former_tutors (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text not null,
  deleted_at timestamptz not null,
  primary key (tenant, id)
);
