-- The time by which old rows are removed. It follows the clock of the platform slowly: see removal-clock.ts.
create table removal_clock (
  one boolean primary key default true check (one),
  at timestamptz not null,
  seen_at timestamptz not null,
  wait_ms bigint not null
);
