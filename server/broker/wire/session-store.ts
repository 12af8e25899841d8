/** The store that aedes makes for itself, with what is replaced here: queues with an end, retained messages by topic, and only allowed filters. */
import { Readable } from 'node:stream';
import { createOutgoingQueues, type OutgoingQueues } from './outgoing-queues.ts';
import { createRetainedMessages, type RetainedMessages } from './retained-messages.ts';

type Owner = { id: string };
/** The parts of that store that the broker uses. */
export type SessionStore = OutgoingQueues &
  RetainedMessages & {
    addSubscriptions(client: Owner, subs: readonly { topic: string }[]): Promise<unknown>;
    cleanSubscriptions(client: Owner): Promise<unknown>;
    removeSubscriptions(client: Owner, filters: readonly string[]): Promise<unknown>;
    streamWill(): Readable;
  };

export type SessionStoreDeps = Parameters<typeof createOutgoingQueues>[0] & {
  /** The filters that a client was allowed. */
  filtersOf(client: Owner): ReadonlySet<string> | undefined;
};

/** `aedes`: the broker whose store it is. Returns the store as it then is. */
export function replaceStore(aedes: unknown, { filtersOf, ...limits }: SessionStoreDeps): SessionStore {
  const { persistence } = aedes as { persistence: SessionStore };
  const addSubscriptions = persistence.addSubscriptions.bind(persistence);
  const cleanSubscriptions = persistence.cleanSubscriptions.bind(persistence);
  const queues = createOutgoingQueues(limits);
  return Object.assign(persistence, queues, createRetainedMessages(), {
    // aedes hands over all filters of a SUBSCRIBE as soon as one of them is allowed.
    addSubscriptions(client: Owner, subs: readonly { topic: string }[]) {
      const allowed = filtersOf(client);
      return addSubscriptions(
        client,
        subs.filter((sub) => allowed?.has(sub.topic)),
      );
    },
    // A session has ended, or begins anew. aedes empties its queue by a stream that nobody reads, which stops after sixteen
    // messages.
    cleanSubscriptions(client: Owner) {
      queues.outgoingForget(client);
      return cleanSubscriptions(client);
    },
    // Looks for wills of other, dead brokers. There are none, but after a suspended night it takes itself for dead.
    streamWill: () => Readable.from([]),
  });
}
