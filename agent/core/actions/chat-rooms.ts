/** The chat rooms that tutors opened on this device. */
import * as v from 'valibot';
import type { RoomSeat } from '#protocol/rest/live-room.ts';
import { type RoomMessage, roomMessageSchema } from '#protocol/room.ts';
import { roomFilter, roomTopic } from '#protocol/topics.ts';
import type { AgentTransport } from '../connection/transport.ts';
import type { OpenRoom, RoomLine } from '../device-state.ts';
import type { DeviceIdentity } from '../identity.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { DONE, REFUSED } from './action-handlers.ts';
import { createRoomSpeech } from './room-speech.ts';

const MAX_ROOMS = 5;
/** The rest of a history is in the room's documents. */
const MESSAGES_SHOWN = 100;

/** What was said in a room before it was opened here. Rejects where the platform does not say. */
export type ReadRoom = (roomId: string) => Promise<RoomSeat>;

export type ChatRoomsDeps = Pick<ActionDeps, 'clock' | 'identity' | 'state' | 'change'> & {
  transport: () => AgentTransport | undefined;
  /** Left out where only what is said from now on is shown. */
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

  const announce = (
    self: DeviceIdentity,
    roomId: string,
    type: 'connected' | 'disconnect',
    over = transport(),
  ) =>
    over?.publish({
      topic: roomTopic(self, roomId, type),
      payload: JSON.stringify({ userId: self.userId, clientId: self.clientId }),
      qos: 1,
      contentType: 'application/json',
    }) ?? Promise.resolve(false);

  /** Messages first, so that none is missed between the two. */
  const enter = async (roomId: string): Promise<boolean> => {
    const self = identity();
    if (self === undefined || !(await transport()?.subscribe([roomFilter(self, roomId)]))) return false;
    if (await announce(self, roomId, 'connected')) return true;
    void transport()?.unsubscribe([roomFilter(self, roomId)]);
    return false;
  };

  const close = (roomId: string) => {
    speech.settle((roomOf(roomId)?.unsent ?? []).map(({ id }) => id));
    change({ rooms: state().rooms.filter((room) => room.roomId !== roomId) });
  };

  const leave = (roomId: string): boolean => {
    const self = identity();
    if (self === undefined || !isOpen(roomId)) return false;
    void announce(self, roomId, 'disconnect');
    void transport()?.unsubscribe([roomFilter(self, roomId)]);
    close(roomId);
    return true;
  };

  const add = (roomId: string, said: readonly RoomMessage[], more: Partial<OpenRoom>) => {
    speech.settle(said.map(({ id }) => id));
    changeRoom(roomId, (room) => ({
      ...withLines(
        room,
        said.map((each) => lineOf(each, identity())),
      ),
      ...more,
    }));
  };

  /** What was said while nobody listened here. */
  const catchUp = async (roomId: string): Promise<void> => {
    const seat = await readRoom?.(roomId).catch(() => undefined);
    if (seat !== undefined && isOpen(roomId))
      add(roomId, seat.messages, { name: seat.name, mayWrite: seat.mayWrite });
  };

  const handlers: Handlers<'openChatRoom'> = {
    async openChatRoom({ roomId }) {
      if (isOpen(roomId)) return DONE;
      if (!(await enter(roomId))) return REFUSED;
      if (isOpen(roomId)) return DONE;
      const [oldest] = state().rooms;
      if (oldest !== undefined && state().rooms.length >= MAX_ROOMS) leave(oldest.roomId);
      change({ rooms: [...state().rooms, { roomId, messages: [] }] });
      void catchUp(roomId);
      return DONE;
    },
  };

  return {
    handlers,
    leave,
    say: speech.say,
    sayAgain: speech.sayAgain,
    stop: speech.stop,
    /** After a reconnect: the broker may have forgotten the rooms, or closed them to this device. */
    resume() {
      const on = transport();
      const resumeRoom = async (roomId: string) => {
        const isIn = await enter(roomId);
        if (transport() !== on) return;
        if (!isIn) {
          close(roomId);
          return;
        }
        void catchUp(roomId);
        speech.resume(roomId);
      };
      for (const { roomId } of state().rooms) void resumeRoom(roomId);
    },
    /** The person was removed from the other rooms, or those are closed: nothing of them comes any more. */
    keepOnly(allowed: readonly string[]) {
      for (const { roomId } of state().rooms) if (!allowed.includes(roomId)) close(roomId);
    },
    /** False: not a message, or of a room that is not open. */
    receive(roomId: string, payload: unknown): boolean {
      const parsed = v.safeParse(roomMessageSchema, payload);
      const room = roomOf(roomId);
      if (!parsed.success || room === undefined) return false;
      // Where a tutor had to write first, one has.
      const isFirst = room.mayWrite === false && parsed.output.tutorId !== undefined;
      add(roomId, [parsed.output], isFirst ? { mayWrite: true } : {});
      return true;
    },
    /** Leaves the rooms over the transport that is about to close. */
    farewell: (self: DeviceIdentity, over: AgentTransport): Promise<unknown> =>
      Promise.all(state().rooms.map(({ roomId }) => announce(self, roomId, 'disconnect', over))),
  };
}

const lineOf = (
  { id, message, name, userName, tutorName, sentTime, userId, tutorId }: RoomMessage,
  self: DeviceIdentity | undefined,
): RoomLine => ({
  id,
  name: name ?? tutorName ?? userName ?? '',
  message,
  sentTime,
  ...(userId !== undefined && userId === self?.userId && { isOwn: true as const }),
  ...(tutorId !== undefined && { isTutors: true as const }),
});

function withLines({ unsent = [], ...room }: OpenRoom, lines: readonly RoomLine[]): OpenRoom {
  const known = new Set(room.messages.map(({ id }) => id));
  const said = new Set(lines.map(({ id }) => id));
  const messages = [...room.messages, ...lines.filter(({ id }) => !known.has(id))];
  const waiting = unsent.filter(({ id }) => !said.has(id));
  return {
    ...room,
    messages: messages.sort((a, b) => (a.sentTime ?? 0) - (b.sentTime ?? 0)).slice(-MESSAGES_SHOWN),
    ...(waiting.length > 0 && { unsent: waiting }),
  };
}
