-- Set anew when an administrator changes the job: a run that reads by the old settings notices.
alter table sync_jobs add column version integer not null default 1;

-- Each run of a job, from being asked for until it has ended; then it is the job's history.
create table sync_runs (
  tenant ident not null,
  id ident not null,
  job_id ident not null,
  -- The version of the job that it reads by.
  job_version integer not null,
  cause text not null check (cause in ('schedule', 'tutor')),
  asked_by text,
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed', 'stopped')),
  human_error text,
  -- The process that works on it, until this time unless it says that it still does.
  holder text,
  lease_until timestamptz,
  stop_asked boolean not null default false,
  -- How many an administrator has seen and confirmed that may be removed, where that is more than a fifth.
  may_remove integer,
  -- Where its reading goes on: the directory's own address of the next page. Null: at the beginning.
  cursor text,
  listed boolean not null default false,
  -- How many the job had brought when the run began.
  brought_before integer,
  read_count integer not null default 0,
  added_count integer not null default 0,
  changed_count integer not null default 0,
  removed_count integer not null default 0,
  primary key (tenant, id),
  foreign key (tenant, job_id) references sync_jobs (tenant, id) on delete cascade
);
create unique index sync_runs_open on sync_runs (tenant, job_id) where ended_at is null;
create index sync_runs_waiting on sync_runs (asked_at) where ended_at is null;
create index sync_runs_job on sync_runs (tenant, job_id, asked_at);

-- The directory's ids on each page that an open run has read. Who is on none of them, once all are read, has left.
create table sync_pages (
  tenant ident not null,
  run_id ident not null,
  page integer not null,
  native_ids jsonb not null,
  primary key (tenant, run_id, page),
  foreign key (tenant, run_id) references sync_runs (tenant, id) on delete cascade
);

-- What a job has brought, by the directory's ids. `made`: it was not there before.
create table sync_items (
  tenant ident not null,
  job_id ident not null,
  native_id text not null,
  -- A hash of what the directory said of it, and of what the job makes of that.
  digest text not null,
  made boolean not null,
  tutor_id ident,
  user_id ident,
  device_id ident,
  group_id ident,
  primary key (tenant, job_id, native_id),
  check (num_nonnulls(tutor_id, user_id, device_id, group_id) = 1),
  foreign key (tenant, job_id) references sync_jobs (tenant, id) on delete cascade,
  foreign key (tenant, tutor_id) references tutors (tenant, id) on delete cascade,
  foreign key (tenant, user_id) references users (tenant, id) on delete cascade,
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade,
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade
);
create index sync_items_tutor on sync_items (tenant, tutor_id) where tutor_id is not null;
create index sync_items_user on sync_items (tenant, user_id) where user_id is not null;
create index sync_items_device on sync_items (tenant, device_id) where device_id is not null;
create index sync_items_group on sync_items (tenant, group_id) where group_id is not null;

-- Roles that jobs have given. One that a person gave is not here, and no job takes it.
create table sync_role_links (
  tenant ident not null,
  job_id ident not null,
  role_link_id ident not null,
  primary key (tenant, job_id, role_link_id),
  foreign key (tenant, job_id) references sync_jobs (tenant, id) on delete cascade,
  foreign key (tenant, role_link_id) references role_links (tenant, id) on delete cascade
);
create index sync_role_links_link on sync_role_links (tenant, role_link_id);
