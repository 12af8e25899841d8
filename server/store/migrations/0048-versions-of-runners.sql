-- What a site runner says of itself when it logs in; those from before said nothing.
alter table site_runners add column version text;
