-- Id tokens that were used, until they expire by themselves: each is good for one sign-in.
create table taken_id_tokens (
  hash text primary key,
  expires_at timestamptz not null
);

-- Sign-ins of the login page that ended with the session that came of them, until their tickets expire.
create table ended_tickets (
  jti text primary key,
  expires_at timestamptz not null
);

-- The ticket that a session came of, by its jti.
alter table hand_over_codes add column ticket text;
alter table refresh_tokens add column ticket text;
