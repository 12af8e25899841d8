-- A person who was removed from a room although a group of theirs is in it.
alter table live_room_members drop constraint live_room_members_kind_check;
alter table live_room_members add constraint live_room_members_kind_check
  check (kind in ('user', 'group', 'tutor', 'without'));

-- Pages of messages, newest first, and the newest status of each person: both would otherwise read past each other.
create index live_room_history_messages on live_room_history (tenant, room_id, sent_at desc, id desc)
  where kind = 'message';
create index live_room_history_statuses on live_room_history (tenant, room_id, user_id, tutor_id, sent_at desc)
  where kind = 'status';
