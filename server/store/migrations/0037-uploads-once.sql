-- An upload is confirmed once; its row stays until its form is no longer good, so that what is sent late is found.
alter table media add column used_at timestamptz;
create index media_group on media (tenant, group_id);
create index media_site on media (tenant, site_id);
