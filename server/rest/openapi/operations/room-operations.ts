import * as v from 'valibot';
import {
  invitableQuerySchema,
  invitableSchema,
  liveRoomSchema,
  newRoomAnswerSchema,
  newRoomSchema,
  roomHistoryQuerySchema,
  roomHistorySchema,
  roomMemberListSchema,
  roomMembersBodySchema,
  roomNameBodySchema,
  roomSeatSchema,
} from '#protocol/rest/live-room.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { ON_SITE, type Operations } from '../operation.ts';
import { deletedCountSchema } from './answers.ts';

const IN_ROOM = 'Tutors who are in the room.';

export const roomOperations: Operations = {
  listRooms: {
    tag: 'Chat rooms',
    route: 'GET /v1/live-rooms',
    summary: 'List the chat rooms of the tutor',
    caller: ON_SITE,
    query: pageQuerySchema,
    answer: v.array(liveRoomSchema),
  },
  createRoom: {
    tag: 'Chat rooms',
    route: 'POST /v1/live-rooms',
    summary: 'Create a chat room',
    description: 'Two people have one direct conversation: a second call answers the id of the first.',
    caller: ON_SITE,
    body: newRoomSchema,
    answer: newRoomAnswerSchema,
    conflict: 'One of the groups has a room already.',
  },
  listInvitable: {
    tag: 'Chat rooms',
    route: 'GET /v1/live-rooms/people',
    summary: 'List the people whom the tutor may invite to a room',
    caller: ON_SITE,
    query: v.object({ kind: invitableQuerySchema, ...pageQuerySchema.entries }),
    answer: v.array(invitableSchema),
  },
  readRoom: {
    tag: 'Chat rooms',
    route: 'GET /v1/live-rooms/:id',
    summary: 'Read a chat room',
    caller: IN_ROOM,
    answer: liveRoomSchema,
  },
  renameRoom: {
    tag: 'Chat rooms',
    route: 'PUT /v1/live-rooms/:id',
    summary: 'Rename a chat room',
    caller: IN_ROOM,
    body: roomNameBodySchema,
    answer: liveRoomSchema,
    conflict: 'Rooms of groups and direct conversations are named after those who are in them.',
  },
  deleteRoom: {
    tag: 'Chat rooms',
    route: 'DELETE /v1/live-rooms/:id',
    summary: 'Close a chat room',
    caller: IN_ROOM,
    answer: deletedCountSchema,
  },
  setRoomMembers: {
    tag: 'Chat rooms',
    route: 'PUT /v1/live-rooms/:id/members',
    summary: 'Set the members of a chat room',
    description:
      'With `former`, the list as it was when the editing began, changes that others have made since then are kept.',
    caller: IN_ROOM,
    body: roomMembersBodySchema,
    answer: liveRoomSchema,
    conflict: 'A direct conversation stays between the two who began it.',
  },
  listRoomMembers: {
    tag: 'Chat rooms',
    route: 'GET /v1/live-rooms/:id/members/meta',
    summary: 'List everybody in a chat room',
    caller: IN_ROOM,
    answer: roomMemberListSchema,
  },
  readRoomHistory: {
    tag: 'Chat rooms',
    route: 'GET /v1/live-rooms/:id/history',
    summary: 'Read the messages of a chat room',
    description:
      'The newest message first. `_lt_sentTime` and `_lt_id` of the last row ask for the next page; `_gt_sentTime` asks for what came after that time (epoch milliseconds).',
    caller: IN_ROOM,
    query: roomHistoryQuerySchema,
    answer: roomHistorySchema,
  },
  readRoomSeat: {
    tag: 'Chat rooms',
    route: 'GET /v1/live-rooms/:id/seat',
    summary: 'Read a chat room as a device in it',
    caller: 'Devices that are in the room.',
    answer: roomSeatSchema,
  },
};
