-- A serial number is a hint. What an agent knows of its machine besides it: the addresses of its network adapters, and
-- the ids that agents made when they were installed, the newest last.
alter table devices
  add column mac_addresses jsonb not null default '[]',
  add column installations jsonb not null default '[]';
drop index devices_serial;
create index devices_serial on devices (tenant, site_id, serial_number) where serial_number is not null;
-- Each search reads a list of pending entries, and nothing empties that list in the embedded database.
create index devices_mac_addresses on devices using gin (mac_addresses) with (fastupdate = off);
create index devices_installations on devices using gin (installations) with (fastupdate = off);

-- Devices that an administrator united with another one. They keep their hints, so that their machines are recognised, and
-- everything that separating them again needs.
create table united_devices (
  tenant ident not null,
  site_id ident not null,
  id ident not null,
  -- The device that stands for both.
  device_id ident not null,
  hostname text not null,
  serial_number text,
  mac_addresses jsonb not null default '[]',
  installations jsonb not null default '[]',
  last_seen_at timestamptz,
  -- The row of the device, and its memberships, policies, clients and inventory.
  former jsonb not null,
  united_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade
);
create index united_devices_device on united_devices (tenant, site_id, device_id);

-- Serial numbers are stored in capitals without blanks.
update devices set serial_number = nullif(upper(regexp_replace(serial_number, '\s', '', 'g')), '')
  where serial_number is not null;
-- Several machines may have been one device by a filler. Their agents log in again, and each machine is recognised by itself.
with filler as (
  update devices set serial_number = null
  where serial_number ~ '^[^A-Z0-9]*(.)?(\1|[^A-Z0-9])*$'
    or serial_number ~ '(FILLED|DEFAULT.?STRING|SERIAL.?NUMB|NOT.?(SPECIFIED|AVAILABLE|APPLICABLE|PRESENT|SET)|O\.?E\.?M)'
    or serial_number ~ '^((SN|SYS|MB)-?)?0?123456*7*8*9*0*$'
    or serial_number in ('NONE', 'N/A', 'NA', 'NULL', '(NULL)', 'UNKNOWN', 'UNKNOW', 'INVALID', 'EMPTY', 'EVAL',
      'STANDARD', 'TEST', '0123456789ABCDEF')
  returning tenant, id)
delete from refresh_tokens using clients, filler
  where refresh_tokens.tenant = filler.tenant and refresh_tokens.subject_kind = 'device'
    and clients.tenant = filler.tenant and clients.device_id = filler.id and refresh_tokens.subject_id = clients.id;
