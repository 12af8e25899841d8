-- The newest version of the Chrome extension that the platform packed: see extension-version.ts.
create table extension_version (
  one boolean primary key default true check (one),
  number integer not null,
  hash text not null
);
