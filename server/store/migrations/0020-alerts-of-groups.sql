-- Alerts of one group are read along this key, newest first, however many alerts others have. The rows follow those
-- of user_logs, whose list of groups is written once and never changed.
create table user_log_groups (
  tenant ident not null,
  group_id ident not null,
  time_triggered timestamptz not null,
  log_id ident not null,
  primary key (tenant, group_id, time_triggered, log_id),
  foreign key (tenant, log_id) references user_logs (tenant, id) on delete cascade
);
create index user_log_groups_log on user_log_groups (tenant, log_id);

insert into user_log_groups (tenant, group_id, time_triggered, log_id)
  select distinct tenant, named.group_id, time_triggered, id
  from user_logs, jsonb_array_elements_text(user_group_ids) as named (group_id);

create function keep_user_log_groups() returns trigger language plpgsql as $$
begin
  insert into user_log_groups (tenant, group_id, time_triggered, log_id)
    select distinct tenant, named.group_id, time_triggered, id
    from added, jsonb_array_elements_text(user_group_ids) as named (group_id);
  return null;
end $$;
create trigger user_logs_groups after insert on user_logs
  referencing new table as added for each statement execute function keep_user_log_groups();

drop index user_logs_groups;
