-- The secret of each machine, with which it logs in after its first login. Only the hash (SHA-256, base64url) is stored,
-- because the secret is displayed to nobody.
create table device_secrets (
  tenant ident not null,
  hash text not null,
  site_id ident not null,
  device_id ident not null,
  -- The id that the agent created at its installation. A machine has one secret for each of its agents.
  installation text not null,
  -- The name of the machine at its last login with this secret. It separates two machines of one device.
  hostname text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (tenant, hash),
  unique (tenant, device_id, installation),
  foreign key (tenant, device_id) references devices (tenant, id) on delete cascade
);

-- Since when the device may not log in. Null: it may.
alter table devices add column shut_out_at timestamptz;
