-- A page of a site's inventory is read along this key, however far down the list it is.
alter table device_inventory add column site_id ident;
update device_inventory set site_id = devices.site_id from devices
  where devices.tenant = device_inventory.tenant and devices.id = device_inventory.device_id;
alter table device_inventory alter column site_id set not null;
create index device_inventory_site on device_inventory (tenant, site_id, device_id);
