-- A row is how its object in the store is found and removed: it outlives the site, as it outlives the group.
alter table media drop constraint media_tenant_site_id_fkey;
