/** Changes the store of aedes: limited queues, retained messages by topic, and only allowed filters. */
import { Readable } from 'node:stream';
import { createOutgoingQueues, type OutgoingQueues } from './outgoing-queues.ts';
import { createRetainedMessages, type RetainedMessages } from './retained-messages.ts';

type Owner = { id: string };
/** The parts of the store that the broker uses. */
export type SessionStore = OutgoingQueues &
  RetainedMessages & {
    addSubscriptions(client: Owner, subs: readonly { topic: string }[]): Promise<unknown>;
    cleanSubscriptions(client: Owner): Promise<unknown>;
    removeSubscriptions(client: Owner, filters: readonly string[]): Promise<unknown>;
    streamWill(): Readable;
  };

export type SessionStoreDeps = Parameters<typeof createOutgoingQueues>[0] & {
  /** The filters that the client was granted. */
  filtersOf(client: Owner): ReadonlySet<string> | undefined;
};

/** `aedes`: the broker that owns the store. Returns the changed store. */
export function replaceStore(aedes: unknown, { filtersOf, ...limits }: SessionStoreDeps): SessionStore {
  const { persistence } = aedes as { persistence: SessionStore };
  const addSubscriptions = persistence.addSubscriptions.bind(persistence);
  const cleanSubscriptions = persistence.cleanSubscriptions.bind(persistence);
  const queues = createOutgoingQueues(limits);
  return Object.assign(persistence, queues, createRetainedMessages(), {
    // aedes passes all filters of a SUBSCRIBE if one of them is allowed.
    addSubscriptions(client: Owner, subs: readonly { topic: string }[]) {
      const allowed = filtersOf(client);
      return addSubscriptions(
        client,
        subs.filter((sub) => allowed?.has(sub.topic)),
      );
    },
    // A session has ended or starts anew. aedes would empty its queue with a stream that is not read, which
    // stops after sixteen messages.
    cleanSubscriptions(client: Owner) {
      queues.outgoingForget(client);
      return cleanSubscriptions(client);
    },
    // Looks for wills of dead brokers. There are none, but after a suspend aedes takes itself for dead.
    streamWill: () => Readable.from([]),
  });
}
