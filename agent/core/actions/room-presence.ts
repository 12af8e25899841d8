/** How a device comes into chat rooms and goes: it hears what is said there, and the others see it. */
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
    /** False where the broker does not let it in. It listens first, so that nothing is missed between the two. */
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
