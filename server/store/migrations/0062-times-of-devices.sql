-- `time_triggered` is the time at which the platform received the event, because the clocks of devices are often wrong.
-- What the clock of the device said is displayed beside it. Null: an event of an earlier version.
alter table user_logs add column device_time timestamptz;
