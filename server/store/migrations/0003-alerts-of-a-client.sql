-- Alerts of one client or person are read newest first.
create index user_logs_client_time on user_logs (tenant, site_id, client_id, time_triggered desc, id desc);
create index user_logs_user_time on user_logs (tenant, site_id, user_id, time_triggered desc, id desc);
drop index user_logs_user;
