-- Everything the platform keeps. Every table of a tenant carries the tenant's key and has it first in its
-- primary key, so that no query can be written without it. Ids compare bytewise (collate "C"), because
-- paging by "id less than the last one" must mean the same on every database.
-- Only signing_keys and schema_migrations belong to the platform as a whole.

create domain ident as text collate "C" check (value ~ '^[^/+#]{1,128}$');

create table tenants (
  key ident primary key,
  name text not null,
  properties jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table sites (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text not null,
  parent_id ident,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, name),
  foreign key (tenant, parent_id) references sites (tenant, id) on delete cascade
);

create table tags (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text not null,
  primary key (tenant, id),
  unique (tenant, name)
);

create table tag_links (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  tag_id ident not null,
  primary key (tenant, id),
  unique (tenant, site_id, tag_id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade,
  foreign key (tenant, tag_id) references tags (tenant, id) on delete cascade
);

create table tutors (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text,
  primary_email text not null,
  properties jsonb not null default '{}',
  preferences jsonb not null default '{"favouriteGroups": []}',
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  primary key (tenant, id)
);
create unique index tutors_email on tutors (tenant, lower(primary_email));

create table roles (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text not null,
  friendly_name text not null,
  hidden boolean not null default false,
  global boolean not null default false,
  can_grant boolean not null default true,
  primary key (tenant, id),
  unique (tenant, name)
);

create table role_links (
  tenant ident not null,
  id ident not null,
  tutor_id ident not null,
  role_id ident not null,
  site_id ident,
  tag_id ident,
  global boolean not null default false,
  can_grant boolean not null default false,
  primary key (tenant, id),
  check (num_nonnulls(site_id, tag_id) + global::int = 1),
  foreign key (tenant, tutor_id) references tutors (tenant, id) on delete cascade,
  foreign key (tenant, role_id) references roles (tenant, id) on delete cascade,
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade,
  foreign key (tenant, tag_id) references tags (tenant, id) on delete cascade
);
create unique index role_links_once on role_links
  (tenant, tutor_id, role_id, coalesce(site_id, ''), coalesce(tag_id, ''));

create table integrations (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text not null,
  service text not null check (service in ('google', 'microsoft', 'internal')),
  disabled boolean not null default true,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant, id)
);

create table users (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  name text not null,
  email text,
  properties jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index users_site on users (tenant, site_id, id);
create unique index users_email on users (tenant, site_id, lower(email));

create table devices (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  hostname text not null,
  type text not null check (type in ('windowsAgent', 'extension', 'unknown')),
  serial_number text,
  version text not null default '',
  alias text,
  properties jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index devices_site on devices (tenant, site_id, id);
create index devices_hostname on devices (tenant, site_id, lower(hostname));
create unique index devices_serial on devices (tenant, site_id, serial_number);

-- One client is one person at one device through one agent. `user_id` is the directory's id for
-- authType "user", and an id of its own for a session.
create table clients (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  device_id ident,
  user_id ident not null,
  auth_type text not null check (auth_type in ('user', 'session')),
  user_name text not null,
  hostname text not null,
  type text not null check (type in ('windowsAgent', 'extension', 'unknown')),
  version text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade,
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade
);
create index clients_site on clients (tenant, site_id, id);
create index clients_user on clients (tenant, site_id, user_id);
create unique index clients_once on clients (tenant, site_id, device_id, type, auth_type,
  (case when auth_type = 'user' then user_id::text else lower(user_name) end));

create table groups (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  name text not null,
  definition_name text not null check (definition_name in ('userGroup', 'deviceGroup', 'deviceMatchGroup')),
  global boolean not null default false,
  integration_id ident,
  properties jsonb not null default '{}',
  wol jsonb,
  meta jsonb,
  source text,
  native_idf text,
  restrictions jsonb,
  settings jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade,
  foreign key (tenant, integration_id) references integrations (tenant, id) on delete set null (integration_id)
);
create index groups_site on groups (tenant, site_id, id);

create table group_members (
  tenant ident not null,
  group_id ident not null,
  user_id ident,
  device_id ident,
  check (num_nonnulls(user_id, device_id) = 1),
  unique (tenant, group_id, user_id),
  unique (tenant, group_id, device_id),
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade,
  foreign key (tenant, user_id) references users (tenant, id) on delete cascade,
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade
);
create index group_members_user on group_members (tenant, user_id) where user_id is not null;
create index group_members_device on group_members (tenant, device_id) where device_id is not null;

create table group_patterns (
  tenant ident not null,
  group_id ident not null,
  position integer not null,
  pattern text not null,
  primary key (tenant, group_id, position),
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade
);

create table tutor_group_permissions (
  tenant ident not null,
  tutor_id ident not null,
  group_id ident not null,
  primary key (tenant, tutor_id, group_id),
  foreign key (tenant, tutor_id) references tutors (tenant, id) on delete cascade,
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade
);
create index tutor_group_permissions_group on tutor_group_permissions (tenant, group_id);

create table policies (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  name text not null,
  meta jsonb not null default '{}',
  definition jsonb not null default '{"conditions": [], "effects": []}',
  global boolean not null default true,
  owner_id text,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index policies_site on policies (tenant, site_id, id);

create table policy_applications (
  tenant ident not null,
  id ident not null,
  policy_id ident not null,
  group_id ident,
  user_id ident,
  device_id ident,
  disabled boolean not null default false,
  disabled_ttl double precision,
  expiry timestamptz,
  primary key (tenant, id),
  check (num_nonnulls(group_id, user_id, device_id) = 1),
  foreign key (tenant, policy_id) references policies (tenant, id) on delete cascade,
  foreign key (tenant, group_id) references groups (tenant, id) on delete cascade,
  foreign key (tenant, user_id) references users (tenant, id) on delete cascade,
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade
);
create unique index policy_applications_once on policy_applications
  (tenant, policy_id, coalesce(group_id, ''), coalesce(user_id, ''), coalesce(device_id, ''));
create index policy_applications_group on policy_applications (tenant, group_id) where group_id is not null;
create index policy_applications_user on policy_applications (tenant, user_id) where user_id is not null;
create index policy_applications_device on policy_applications (tenant, device_id) where device_id is not null;

create table sync_jobs (
  tenant ident not null,
  id ident not null,
  name text not null,
  enabled boolean not null default true,
  frequency integer not null default 12,
  integration_id ident not null,
  site_id ident,
  tag_id ident,
  last_ran timestamptz,
  merge_status jsonb,
  directory_settings jsonb not null default '{}',
  import_settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, integration_id) references integrations (tenant, id) on delete cascade,
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade,
  foreign key (tenant, tag_id) references tags (tenant, id) on delete cascade
);

-- A site's secret is shown again on demand, so it is kept as it is, not hashed.
create table site_tokens (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  secret text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index site_tokens_site on site_tokens (tenant, site_id, created_at);

create table site_runners (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  name text not null,
  hostname text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  primary key (tenant, id),
  unique (tenant, name),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);

create table runner_tokens (
  tenant ident not null,
  id ident not null,
  runner_id ident not null,
  secret text not null unique,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, runner_id) references site_runners (tenant, id) on delete cascade
);

create table client_roles (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  name text not null,
  primary key (tenant, id)
);

create table site_runner_roles (
  tenant ident not null,
  runner_id ident not null,
  client_role_id ident not null,
  primary key (tenant, runner_id, client_role_id),
  foreign key (tenant, runner_id) references site_runners (tenant, id) on delete cascade,
  foreign key (tenant, client_role_id) references client_roles (tenant, id) on delete cascade
);

create table live_rooms (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  name text not null,
  type text not null default 'text-chat',
  membership_type text not null default 'chat room',
  owner_id text,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index live_rooms_site on live_rooms (tenant, site_id, id);

-- `member_id` names a user, a session's user, a group or a tutor, which may be gone: no reference.
create table live_room_members (
  tenant ident not null,
  room_id ident not null,
  kind text not null check (kind in ('user', 'group', 'tutor')),
  member_id ident not null,
  primary key (tenant, room_id, kind, member_id),
  foreign key (tenant, room_id) references live_rooms (tenant, id) on delete cascade
);
create index live_room_members_member on live_room_members (tenant, kind, member_id);

create table live_room_history (
  tenant ident not null,
  id ident not null,
  room_id ident not null,
  kind text not null check (kind in ('message', 'status')),
  user_id text,
  tutor_id text,
  name text not null,
  picture text,
  message text,
  action text,
  sent_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, room_id) references live_rooms (tenant, id) on delete cascade
);
create index live_room_history_room on live_room_history (tenant, room_id, sent_at);

-- Logs keep what was true when they were written: their ids refer to nothing.
create table user_logs (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  user_id text not null,
  client_id text,
  user_name text not null,
  user_email text,
  auth_type text not null,
  user_group_ids jsonb not null default '[]',
  combined_identifier text,
  policy_id text,
  rule text,
  text text,
  effect_type text,
  action_type text,
  applied_by_id text,
  requested_by_id text,
  context jsonb not null default '{}',
  request_context jsonb,
  read boolean not null default false,
  media_images jsonb not null default '[]',
  media_videos jsonb not null default '[]',
  time_triggered timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index user_logs_site on user_logs (tenant, site_id, id);
create index user_logs_user on user_logs (tenant, site_id, user_id);

create table tutor_action_logs (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  tutor_id text not null,
  action text not null,
  parameters jsonb not null default '{}',
  target_group_id text,
  target_user_name text,
  combined_target_identifier text,
  logged_time timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index tutor_action_logs_site on tutor_action_logs (tenant, site_id, id);

create table resource_logs (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  tutor_id text not null,
  parameters jsonb not null default '{}',
  resource_type text not null,
  resource_id text,
  logged_time timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);
create index resource_logs_site on resource_logs (tenant, site_id, id);

create table site_client_settings (
  tenant ident not null,
  site_id ident not null,
  id ident not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant, site_id),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);

create table device_inventory (
  tenant ident not null,
  device_id ident not null,
  inventory_results jsonb not null default '{}',
  software_results jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (tenant, device_id),
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade
);

create table media (
  tenant ident not null,
  id ident not null,
  site_id ident not null,
  group_id text,
  owner_id text,
  kind text not null,
  name text not null,
  content_type text not null,
  size_bytes double precision not null default 0,
  storage_key text not null,
  confirmed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, storage_key),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);

create table feedback_reports (
  tenant ident not null references tenants (key) on delete cascade,
  id ident not null,
  site_id text,
  tutor_id text not null,
  message text not null,
  contact text,
  diagnostics jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant, id)
);

-- Authentication.
create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table refresh_tokens (
  tenant ident not null references tenants (key) on delete cascade,
  hash text not null,
  family text not null,
  subject_kind text not null check (subject_kind in ('tutor', 'device', 'runner')),
  subject_id ident not null,
  site_id text,
  realm text check (realm in ('console', 'admin')),
  client_id text,
  access_expiry_minutes integer,
  refresh_expiry_minutes integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_by text,
  -- The answer that an identical retry within 10 s gets again (a tab that lost the first answer); cleared afterwards.
  replay text,
  primary key (tenant, hash)
);
create index refresh_tokens_family on refresh_tokens (tenant, family);
create index refresh_tokens_subject on refresh_tokens (tenant, subject_kind, subject_id);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

create table hand_over_codes (
  tenant ident not null references tenants (key) on delete cascade,
  hash text not null,
  tutor_id ident not null,
  site_id text,
  realm text not null check (realm in ('console', 'admin')),
  state text not null,
  challenge text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The refresh token family that the code was redeemed for: a second redemption ends it.
  family text,
  primary key (tenant, hash)
);
create index hand_over_codes_expiry on hand_over_codes (expires_at);
