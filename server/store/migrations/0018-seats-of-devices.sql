-- Who sat at a device last, for a page of devices at a time.
create index clients_device on clients (tenant, site_id, device_id, last_seen_at desc nulls last);
