/** The chat rooms that tutors opened on this device. */
import * as v from 'valibot';
import { roomMessageSchema } from '#protocol/room.ts';
import { roomFilter, roomTopic } from '#protocol/topics.ts';
import type { AgentTransport } from '../connection/transport.ts';
import type { OpenRoom } from '../device-state.ts';
import type { DeviceIdentity } from '../identity.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { DONE, REFUSED } from './action-handlers.ts';

const MAX_ROOMS = 5;
/** The rest of a history is in the room's documents. */
const MESSAGES_SHOWN = 20;

export function createChatRooms({
  transport,
  identity,
  state,
  change,
}: Pick<ActionDeps, 'identity' | 'state' | 'change'> & { transport: () => AgentTransport | undefined }) {
  const isOpen = (roomId: string) => state().rooms.some((room) => room.roomId === roomId);

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

  const close = (roomId: string) => change({ rooms: state().rooms.filter((room) => room.roomId !== roomId) });

  const leave = (roomId: string): boolean => {
    const self = identity();
    if (self === undefined || !isOpen(roomId)) return false;
    void announce(self, roomId, 'disconnect');
    void transport()?.unsubscribe([roomFilter(self, roomId)]);
    close(roomId);
    return true;
  };

  const handlers: Handlers<'openChatRoom'> = {
    async openChatRoom({ roomId }) {
      if (isOpen(roomId)) return DONE;
      if (!(await enter(roomId))) return REFUSED;
      if (isOpen(roomId)) return DONE;
      const [oldest] = state().rooms;
      if (oldest !== undefined && state().rooms.length >= MAX_ROOMS) leave(oldest.roomId);
      change({ rooms: [...state().rooms, { roomId, messages: [] }] });
      return DONE;
    },
  };

  return {
    handlers,
    leave,
    /** After a reconnect: the broker may have forgotten the rooms, or closed them to this device. */
    resume() {
      const on = transport();
      for (const { roomId } of state().rooms)
        void enter(roomId).then((entered) => {
          if (!entered && transport() === on) close(roomId);
        });
    },
    /** False: not a message, or of a room that is not open. */
    receive(roomId: string, payload: unknown): boolean {
      const parsed = v.safeParse(roomMessageSchema, payload);
      if (!parsed.success || !isOpen(roomId)) return false;
      const { id, message, name, userName, tutorName } = parsed.output;
      const said = { id, message, name: name ?? tutorName ?? userName ?? '' };
      const add = (room: OpenRoom): OpenRoom =>
        room.messages.some((known) => known.id === id)
          ? room
          : { ...room, messages: [...room.messages, said].slice(-MESSAGES_SHOWN) };
      change({ rooms: state().rooms.map((room) => (room.roomId === roomId ? add(room) : room)) });
      return true;
    },
    /** Leaves the rooms over the transport that is about to close. */
    farewell: (self: DeviceIdentity, over: AgentTransport): Promise<unknown> =>
      Promise.all(state().rooms.map(({ roomId }) => announce(self, roomId, 'disconnect', over))),
  };
}
