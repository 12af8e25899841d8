-- A device that is a student page has the hash of the key that its browser keeps.
alter table devices add column client_key text;
-- Pages of before made their names themselves and kept no key: nobody comes back to them.
update devices set client_key = 'none ' || id
  where type = 'extension' and serial_number is null and hostname ~ '^page-[0-9a-z]{8}$';
create unique index devices_client_key on devices (tenant, client_key) where client_key is not null;
create index devices_pages on devices (tenant, site_id, last_seen_at) where client_key is not null;
