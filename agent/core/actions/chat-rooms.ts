/** The chat rooms that tutors opened on this device. */
import * as v from 'valibot';
import type { RoomSeat } from '#protocol/rest/live-room.ts';
import { type RoomMessage, roomMessageSchema } from '#protocol/room.ts';
import type { AgentTransport } from '../connection/transport.ts';
import type { OpenRoom } from '../device-state.ts';
import type { DeviceIdentity } from '../identity.ts';
import { DONE, REFUSED } from '../outcome.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { lineOf, withLines, withoutGap, withWriters } from './room-lines.ts';
import { createRoomPresence } from './room-presence.ts';
import { createRoomReadings, type ReadRoom } from './room-readings.ts';
import { createRoomSpeech } from './room-speech.ts';

const MAX_ROOMS = 5;

export type ChatRoomsDeps = Pick<ActionDeps, 'clock' | 'identity' | 'screen' | 'state' | 'change'> & {
  transport: () => AgentTransport | undefined;
  /** Reads a room's history. Without it only new messages are shown. */
  readRoom?: ReadRoom | undefined;
  /** 0 ≤ x < 1. */
  random: () => number;
};

export function createChatRooms({ transport, identity, state, change, readRoom, ...deps }: ChatRoomsDeps) {
  const roomOf = (roomId: string) => state().rooms.find((room) => room.roomId === roomId);
  const isOpen = (roomId: string) => roomOf(roomId) !== undefined;
  const changeRoom = (roomId: string, next: (room: OpenRoom) => OpenRoom) =>
    change({ rooms: state().rooms.map((room) => (room.roomId === roomId ? next(room) : room)) });
  const speech = createRoomSpeech({ ...deps, transport, identity, room: roomOf, change: changeRoom });

  const presence = createRoomPresence({ transport, identity });

  const close = (roomId: string) => {
    readings.end(roomId);
    speech.settle((roomOf(roomId)?.unsent ?? []).map(({ id }) => id));
    change({ rooms: state().rooms.filter((room) => room.roomId !== roomId) });
  };

  /** Closes a room because the platform closed it or removed the person from it. */
  const lose = (roomId: string) => {
    const unsent = roomOf(roomId)?.unsent?.length ?? 0;
    close(roomId);
    if (unsent === 0) return;
    deps.screen.notify({
      title: 'These messages are closed',
      message: unsent === 1 ? 'What you wrote was not sent.' : `${unsent} messages of yours were not sent.`,
    });
  };

  const leave = (roomId: string): boolean => {
    const self = identity();
    if (self === undefined || !isOpen(roomId)) return false;
    presence.leave(self, roomId);
    close(roomId);
    return true;
  };

  const add = (roomId: string, messages: readonly RoomMessage[], seat?: RoomSeat) => {
    speech.settle(messages.map(({ id }) => id));
    const lines = messages.map((each) => lineOf(each, identity()));
    changeRoom(roomId, (room) =>
      withWriters(withLines(seat === undefined ? room : withoutGap(room, lines), lines), seat),
    );
  };

  /** Reads a room's earlier messages, its name, and whether the person may write. */
  const readings = createRoomReadings({
    clock: deps.clock,
    readRoom,
    onRead: (roomId, seat) => add(roomId, seat.messages, seat),
  });

  const handlers: Handlers<'openChatRoom'> = {
    async openChatRoom({ roomId }) {
      if (isOpen(roomId)) return DONE;
      if (!(await presence.enter(roomId))) return REFUSED;
      if (isOpen(roomId)) return DONE;
      const [oldest] = state().rooms;
      if (oldest !== undefined && state().rooms.length >= MAX_ROOMS) leave(oldest.roomId);
      change({ rooms: [...state().rooms, { roomId, messages: [] }] });
      readings.begin(roomId);
      return DONE;
    },
  };

  return {
    handlers,
    leave,
    send: speech.send,
    resend: speech.resend,
    stop() {
      speech.stop();
      readings.stop();
    },
    /** Handles the notification that the room's name or its writers have changed. */
    changed(roomId: string) {
      if (isOpen(roomId)) readings.begin(roomId);
    },
    /** Joins the rooms again after a reconnect, because the broker may have dropped or closed them. */
    resume() {
      const on = transport();
      const resumeRoom = async (roomId: string) => {
        const isIn = await presence.enter(roomId);
        if (transport() !== on) return;
        if (!isIn) {
          lose(roomId);
          return;
        }
        readings.begin(roomId);
        speech.resume(roomId);
      };
      for (const { roomId } of state().rooms) void resumeRoom(roomId);
    },
    /** Closes every room that is not allowed: the platform removed the person from it or closed it. */
    keepOnly(allowed: readonly string[]) {
      for (const { roomId } of state().rooms) if (!allowed.includes(roomId)) lose(roomId);
    },
    /** Returns false if the payload is not a room message or the room is not open here. */
    receive(roomId: string, payload: unknown): boolean {
      const parsed = v.safeParse(roomMessageSchema, payload);
      if (!parsed.success || !isOpen(roomId)) return false;
      add(roomId, [parsed.output]);
      return true;
    },
    /** Leaves the rooms over the transport that is about to close. */
    announceLeave: (self: DeviceIdentity, over: AgentTransport): Promise<unknown> =>
      Promise.all(state().rooms.map(({ roomId }) => presence.announce(self, roomId, 'disconnect', over))),
  };
}
