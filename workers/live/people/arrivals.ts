/** Notifies tabs of devices that join a group, whether or not the group is watched. */
import type { DeviceAddress, LiveSession } from '#protocol/threads/live-worker.ts';
import { groupHelloFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { Tab } from '../tabs/tabs.ts';

export type ArrivalsDeps = {
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  tab(tabId: string): Tab | undefined;
};

export type Arrivals = ReturnType<typeof createArrivals>;

export function createArrivals({ link, session, tab }: ArrivalsDeps) {
  /** Ids of tabs by group. */
  const watchers = new Map<string, Set<string>>();

  function unwatch(tabId: string, groupId: string) {
    const tabIds = watchers.get(groupId);
    if (!tabIds?.delete(tabId) || tabIds.size > 0) return;
    watchers.delete(groupId);
    const at = session();
    if (at) link.unsubscribe(groupHelloFilter(at, groupId));
  }

  function endTab(tabId: string) {
    for (const groupId of [...watchers.keys()]) unwatch(tabId, groupId);
  }

  return {
    watch(tabId: string, groupId: string) {
      const at = session();
      if (!at) return;
      const tabIds = watchers.get(groupId) ?? new Set();
      watchers.set(groupId, tabIds.add(tabId));
      link.subscribe(groupHelloFilter(at, groupId), 0);
    },
    unwatch,
    endTab,
    /** The device has said hello to the group. */
    arrived(groupId: string, { clientId, userId, authType }: DeviceAddress) {
      for (const tabId of watchers.get(groupId) ?? [])
        tab(tabId)?.mailbox.arrival({ groupId, clientId, userId, authType });
    },
    clear() {
      for (const tabId of new Set([...watchers.values()].flatMap((tabIds) => [...tabIds]))) endTab(tabId);
    },
  };
}
