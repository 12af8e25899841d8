/** Joins and leaves chat rooms: the device subscribes to a room and announces itself to the others. */
import { roomFilter, roomTopic } from '#protocol/topics.ts';
import type { AgentTransport } from '../connection/transport.ts';
import type { DeviceIdentity } from '../identity.ts';

export function createRoomPresence({
  transport,
  identity,
}: {
  transport: () => AgentTransport | undefined;
  identity: () => DeviceIdentity | undefined;
}) {
  const announce = (
    self: DeviceIdentity,
    roomId: string,
    type: 'connected' | 'disconnect',
    over = transport(),
  ): Promise<boolean> =>
    over?.publish({
      topic: roomTopic(self, roomId, type),
      payload: JSON.stringify({ userId: self.userId, clientId: self.clientId }),
      qos: 1,
      contentType: 'application/json',
    }) ?? Promise.resolve(false);

  return {
    announce,
    /** Returns false if the broker refuses the device. Subscribes first, so that no message is missed. */
    async enter(roomId: string): Promise<boolean> {
      const self = identity();
      if (self === undefined || !(await transport()?.subscribe([roomFilter(self, roomId)]))) return false;
      if (await announce(self, roomId, 'connected')) return true;
      void transport()?.unsubscribe([roomFilter(self, roomId)]);
      return false;
    },
    leave(self: DeviceIdentity, roomId: string): void {
      void announce(self, roomId, 'disconnect');
      void transport()?.unsubscribe([roomFilter(self, roomId)]);
    },
  };
}
