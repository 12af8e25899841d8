-- When a site runner last woke the device: consoles say of a device that is off that a wake is on its way to it.
alter table devices add column woken_at timestamptz;
