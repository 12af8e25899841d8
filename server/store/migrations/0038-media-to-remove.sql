-- Set in the transaction in which a picture stops being shown: its object is removed afterwards, and nobody names it again.
alter table media add column dropped_at timestamptz;
