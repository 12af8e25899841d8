-- The minute of the schedule for which a group was last woken: whoever sets it is the one that wakes.
alter table groups add column wake_sent_at timestamptz;

-- Courses of directories of the service "internal", which are kept here and not fetched from elsewhere.
-- `members`: the e-mail addresses of those who take it.
create table directory_courses (
  tenant ident not null,
  integration_id ident not null,
  id ident not null,
  name text not null,
  members jsonb not null default '[]',
  primary key (tenant, integration_id, id),
  foreign key (tenant, integration_id) references integrations (tenant, id) on delete cascade
);

-- Alerts are read newest first, most often those of one group.
create index user_logs_time on user_logs (tenant, site_id, time_triggered desc, id desc);
create index user_logs_groups on user_logs using gin (user_group_ids jsonb_path_ops);
