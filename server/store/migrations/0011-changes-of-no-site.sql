-- A change that a tutor makes in the admin realm is of no site.
alter table resource_logs alter column site_id drop not null;
