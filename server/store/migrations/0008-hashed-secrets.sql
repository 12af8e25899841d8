-- The key of each site's student page: a secret of its own, which is renewed without the site's. `hash` finds the
-- site, `key` is shown again to those who give the link out.
create table page_links (
  tenant ident not null,
  site_id ident not null,
  hash text not null,
  key text not null,
  made_at timestamptz not null default now(),
  primary key (tenant, site_id),
  unique (tenant, hash),
  foreign key (tenant, site_id) references sites (tenant, id) on delete cascade
);

-- Links that were given out before go on working. Their keys were made of the newest secret of their site:
-- 'page-' and HMAC-SHA256(secret, 'student page'), written here by its definition (RFC 2104), since no function of
-- the database makes it. A secret longer than a block of 64 bytes stands for its hash.
with newest as (
  select distinct on (tenant, site_id) tenant, site_id,
    case when octet_length(convert_to(secret, 'utf8')) > 64 then sha256(convert_to(secret, 'utf8'))
      else convert_to(secret, 'utf8') end as raw
  from site_tokens
  where expires_at is null or expires_at > now()
  order by tenant, site_id, created_at desc
), padded as (
  select tenant, site_id, raw || decode(repeat('00', 64 - octet_length(raw)), 'hex') as block from newest
), masked as (
  select tenant, site_id,
    (select decode(string_agg(lpad(to_hex(get_byte(block, i) # 54), 2, '0'), '' order by i), 'hex')
      from generate_series(0, 63) as i) as inner_block,
    (select decode(string_agg(lpad(to_hex(get_byte(block, i) # 92), 2, '0'), '' order by i), 'hex')
      from generate_series(0, 63) as i) as outer_block
  from padded
), signed as (
  select tenant, site_id,
    'page-' || rtrim(translate(encode(
      sha256(outer_block || sha256(inner_block || convert_to('student page', 'utf8'))), 'base64'), '+/', '-_'), '=') as key
  from masked
)
insert into page_links (tenant, site_id, hash, key)
select tenant, site_id,
  rtrim(translate(encode(sha256(convert_to(key, 'utf8')), 'base64'), '+/', '-_'), '='), key
from signed;

-- Of the secrets that let devices and site runners in, only the hash is kept: SHA-256, base64url.
alter table site_tokens rename column secret to hash;
update site_tokens
  set hash = rtrim(translate(encode(sha256(convert_to(hash, 'utf8')), 'base64'), '+/', '-_'), '=');
alter table runner_tokens rename column secret to hash;
update runner_tokens
  set hash = rtrim(translate(encode(sha256(convert_to(hash, 'utf8')), 'base64'), '+/', '-_'), '=');
