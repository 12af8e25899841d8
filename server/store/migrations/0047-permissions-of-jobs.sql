-- Permissions for groups that jobs have given to tutors. One that a person gave is not here, and no job takes it.
create table sync_group_permissions (
  tenant ident not null,
  job_id ident not null,
  tutor_id ident not null,
  group_id ident not null,
  primary key (tenant, job_id, tutor_id, group_id),
  foreign key (tenant, job_id) references sync_jobs (tenant, id) on delete cascade,
  foreign key (tenant, tutor_id) references tutors (tenant, id) on delete cascade,
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade
);
create index sync_group_permissions_group on sync_group_permissions (tenant, group_id);
create index sync_group_permissions_tutor on sync_group_permissions (tenant, tutor_id);
