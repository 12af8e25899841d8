/** Active users, arrivals, chat rooms, and requests to end screen shares. */

import type { Clock } from '#protocol/clock.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { MessageQueue } from '../broker/message-queue.ts';
import type { Devices } from '../devices/devices.ts';
import type { Tabs } from '../tabs/tabs.ts';
import { createWorkerActiveUsers } from './active-users.ts';
import { createArrivals } from './arrivals.ts';
import { createRooms } from './rooms.ts';
import { createStopRequests } from './stop-requests.ts';

export type PeopleDeps = {
  clock: Clock;
  link: BrokerLink;
  queue: MessageQueue;
  session(): LiveSession | undefined;
  tabs: Tabs;
  devices: Pick<Devices, 'everyone'>;
  log(text: string): void;
};

export type People = ReturnType<typeof createPeople>;

export function createPeople({ devices, ...deps }: PeopleDeps) {
  const tab = deps.tabs.get;
  const stopRequests = createStopRequests(deps);
  const rooms = createRooms({ ...deps, send: (tabId, change) => tab(tabId)?.mailbox.room(change) });
  const activeUsers = createWorkerActiveUsers({
    ...deps,
    everyone: devices.everyone,
    send: (tabId, changes) => tab(tabId)?.mailbox.activeUsers(changes),
  });
  const arrivals = createArrivals({ ...deps, tab });
  return {
    stopRequests,
    rooms,
    activeUsers,
    arrivals,
    endTab(tabId: string) {
      rooms.endTab(tabId);
      activeUsers.unwatch(tabId);
      arrivals.endTab(tabId);
    },
    clear() {
      activeUsers.clear();
      arrivals.clear();
      rooms.clear();
    },
  };
}
