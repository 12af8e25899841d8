-- Who was asked by a poll of a class and what they have answered, and whether it is over.
alter table class_orders add column poll jsonb;
