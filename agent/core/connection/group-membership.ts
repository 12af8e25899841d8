/** Follows the retained list of this device's groups: subscribes, sends `hello`, unsubscribes. */
import type { Clock } from '#protocol/clock.ts';
import { deviceFilters } from '#protocol/topics.ts';
import type { DeviceIdentity } from '../identity.ts';
import type { AgentTransport } from './transport.ts';

/** A broker that could not read the directory refuses a subscription that it would accept later. */
const RETRY_DELAY_MS = 5_000;
const MAX_ATTEMPTS = 5;

export function createGroupMembership(deps: {
  clock: Pick<Clock, 'after'>;
  transport: () => AgentTransport | undefined;
  hello: (self: DeviceIdentity, groupId: string) => void;
  onLeft: (self: DeviceIdentity, groupId: string) => void;
}) {
  /** The platform's last list. It survives reconnects, so that groups left meanwhile are unsubscribed. */
  let groups: readonly string[] = [];
  /** The groups whose topics are subscribed on this connection. */
  let joined = new Set<string>();

  /** Sends `hello` after the subscription, so that the demands that follow it are received. */
  const enter = async (self: DeviceIdentity, fresh: readonly string[], attempt = 1): Promise<void> => {
    const asked = deps.transport();
    const isIn = await asked?.subscribe(fresh.map((groupId) => deviceFilters.group(self, groupId)));
    if (deps.transport() !== asked) return;
    const current = fresh.filter((groupId) => joined.has(groupId));
    for (const groupId of current) deps.hello(self, groupId);
    if (isIn !== false || attempt === MAX_ATTEMPTS) return;
    deps.clock.after(RETRY_DELAY_MS, () => {
      const left = current.filter((groupId) => joined.has(groupId));
      if (deps.transport() === asked && left.length > 0) void enter(self, left, attempt + 1);
    });
  };

  return {
    groups: () => groups,
    connected() {
      joined = new Set();
    },
    follow(self: DeviceIdentity, next: readonly string[]) {
      const left = [...new Set([...groups, ...joined])].filter((groupId) => !next.includes(groupId));
      const fresh = next.filter((groupId) => !joined.has(groupId));
      groups = next;
      joined = new Set(next);
      if (left.length > 0)
        void deps.transport()?.unsubscribe(left.map((groupId) => deviceFilters.group(self, groupId)));
      for (const groupId of left) deps.onLeft(self, groupId);
      if (fresh.length > 0) void enter(self, fresh);
    },
  };
}
