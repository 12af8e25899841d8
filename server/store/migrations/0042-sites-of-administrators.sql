-- The hash of the site's secret that let a device in: its session goes on as long as that secret is valid. Null: a
-- tutor, a runner, or a student page that came in by its link, which has a key of its own.
alter table refresh_tokens add column admitted_by text;

-- Machines that are in belong to the newest secret of their site. Where the site has none they enrol anew.
update refresh_tokens token
  set admitted_by = coalesce((
    select site_tokens.hash from site_tokens
      where site_tokens.tenant = clients.tenant and site_tokens.site_id = clients.site_id
      order by site_tokens.created_at desc limit 1), 'none')
  from clients
  join devices on devices.tenant = clients.tenant and devices.id = clients.device_id
  where token.subject_kind = 'device' and clients.tenant = token.tenant and clients.id = token.subject_id
    and devices.client_key is null;

-- Names of sites and tags are unique after trimming, also for two administrators who write at the same moment.
update sites set name = btrim(name) where name <> btrim(name);
alter table sites add check (name = btrim(name) and name <> '');
update tags set name = btrim(name) where name <> btrim(name);
alter table tags add check (name = btrim(name) and name <> '');
