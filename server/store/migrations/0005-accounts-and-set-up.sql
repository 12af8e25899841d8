-- Which account of an identity provider a tutor signs in with: bound at the first sign-in, demanded after.
alter table tutors add column account_issuer text;
alter table tutors add column account_subject text;
alter table tutors add check (num_nonnulls(account_issuer, account_subject) in (0, 2));
create unique index tutors_account on tutors (tenant, account_issuer, account_subject);

-- What makes somebody a tenant's first administrator: shown once, in the terminal of who runs the platform.
create table set_up_codes (
  tenant ident primary key references tenants (key) on delete cascade,
  hash text not null,
  created_at timestamptz not null default now()
);
