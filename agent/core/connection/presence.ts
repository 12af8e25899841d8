/** Publishes a device's presence when it connects and its last will when it leaves. */
import { MQTT_SESSION_EXPIRY_S } from '#protocol/limits.ts';
import { clientFilter, deviceFilters, lastWill, presence } from '#protocol/topics.ts';
import type { DeviceIdentity, DeviceProfile } from '../identity.ts';
import type { OnlineTransport } from './agent-session.ts';

type Opened = Omit<OnlineTransport<DeviceIdentity>, 'sessionPresent'>;

/** Announces the device to consoles, and subscribes to everything that is sent to it. */
export function arrive({ transport, identity: self, since }: Opened, profile: DeviceProfile): void {
  void transport.publish({
    topic: presence(self, self),
    payload: JSON.stringify({
      deviceId: self.deviceId,
      hostname: profile.hostname,
      os: profile.os,
      type: profile.type,
      since,
    }),
    qos: 1,
    retain: true,
  });
  // The retained list of groups arrives with this subscription. The groups' topics are subscribed then.
  void transport.subscribe([
    deviceFilters.client(self, self, 'actions'),
    deviceFilters.client(self, self, 'demands'),
    deviceFilters.person(self, self, 'actions'),
    deviceFilters.person(self, self, 'demands'),
    deviceFilters.tutorLastWills(self),
    deviceFilters.stopScreenShares(self),
    clientFilter(self, self.clientId),
  ]);
}

/** Resolves when the broker has acknowledged both messages or cannot be reached. */
export const leave = ({ transport, identity: self, since }: Opened): Promise<unknown> =>
  Promise.all([
    // After a clean disconnect the broker sends no last will, with which consoles remove the card.
    transport.publish({
      topic: lastWill(self, self),
      payload: JSON.stringify({ since }),
      qos: 1,
      expirySeconds: MQTT_SESSION_EXPIRY_S,
    }),
    transport.publish({ topic: presence(self, self), payload: '', qos: 1, retain: true }),
  ]);
