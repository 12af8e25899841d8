-- The picture that a device took when a policy reported something. It goes with its alert.
create table event_pictures (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  log_id ident not null,
  -- A JPEG in base64.
  jpeg text not null,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, log_id) references user_logs (tenant, id) on delete cascade
);
create index event_pictures_site on event_pictures (tenant, site_id, id);
create index event_pictures_log on event_pictures (tenant, log_id);
