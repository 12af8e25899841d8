-- Agents on Linux have a type of their own.
alter table devices drop constraint devices_type_check;
alter table devices add constraint devices_type_check
  check (type in ('windowsAgent', 'linuxAgent', 'extension', 'unknown'));
alter table clients drop constraint clients_type_check;
alter table clients add constraint clients_type_check
  check (type in ('windowsAgent', 'linuxAgent', 'extension', 'unknown'));
