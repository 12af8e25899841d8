-- What tutors told whole groups and what holds until it is lifted.
create table class_orders (
  tenant ident not null,
  site_id ident not null,
  group_id ident not null,
  slot text not null,
  id text not null,
  action text not null,
  parameters jsonb not null,
  tutor_id ident not null,
  since timestamptz not null,
  except_clients jsonb not null default '[]',
  primary key (tenant, site_id, group_id, slot),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade,
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade
);
