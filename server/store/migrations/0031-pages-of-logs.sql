-- Logs are read newest first, a page after the other by time and id: of a site, of one person, of one kind. Each of these
-- has an index that is in that order, so that no page is found by reading those before it, however many rows there are.
create index user_logs_kind_time on user_logs
  (tenant, site_id, coalesce(effect_type, action_type), time_triggered desc, id desc);
drop index user_logs_site;

create index tutor_action_logs_time on tutor_action_logs (tenant, site_id, logged_time desc, id desc);
create index tutor_action_logs_tutor_time on tutor_action_logs
  (tenant, site_id, tutor_id, logged_time desc, id desc);
create index tutor_action_logs_action_time on tutor_action_logs
  (tenant, site_id, action, logged_time desc, id desc);
drop index tutor_action_logs_site;

create index resource_logs_time on resource_logs (tenant, site_id, logged_time desc, id desc);
create index resource_logs_tutor_time on resource_logs
  (tenant, site_id, tutor_id, logged_time desc, id desc);
create index resource_logs_type_time on resource_logs
  (tenant, site_id, resource_type, logged_time desc, id desc);
drop index resource_logs_site;
