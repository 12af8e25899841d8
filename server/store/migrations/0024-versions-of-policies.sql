-- Counts the changes of a policy: who saves an older version than this learns it, and overwrites nothing unseen.
alter table policies add column version integer not null default 1;
