/**
 * Tracks which orders of this browser's tutor are superseded by newer ones. For example, a lock that waits
 * for a device is no longer sent once an unlock was requested, whatever becomes of that unlock.
 */
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import { isOneOfPair, supersedes } from '#protocol/supersedes.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import { combinedTarget } from '#protocol/topics.ts';
import type { Address, Plan } from './action-plan.ts';

export type OrderLedgerDeps = {
  clock: Clock;
  /** Groups and person (`combinedTarget`) of a client, as far as they are known now. */
  targetsOf(clientId: string): readonly string[];
};

/** How one action relates to later ones. */
export type Order = {
  isSuperseded(clientId: string): boolean;
  /** True if every recipient of this message has a newer order. */
  isWhollySuperseded(address: Address): boolean;
  /** True if a recipient of this message, possibly asleep, may have a newer order. */
  isPartlySuperseded(address: Address): boolean;
};

type ActionContent = Pick<ActionRequest, 'action' | 'parameters'>;
type Whereabouts = { clientId: string; targets: readonly string[] };

/** Some hundred entries are held, each for a whole class, so they share texts and lists. */
type Entry = {
  order: ActionContent;
  askedAt: EpochMs;
  /** Orders requested in the same millisecond are ordered by this number. */
  sequence: number;
  /** `combinedTarget` of groups and persons, ids of clients. */
  scopes: ReadonlySet<string>;
  /** Groups and persons of the recipients at the time, because a sleeping client's record expires. */
  targetsThen: ReadonlyMap<string, Whereabouts>;
  /** Orders that supersede this one. */
  later: Entry[];
};

/** An order older than this can no longer be waiting. */
const RETENTION_MS = actionTtlSeconds('lock') * 1_000;
/** Limits the memory that a page could use; a lesson stays far below it. */
const MAX_ORDERS = 1_000;
const NOWHERE: readonly string[] = [];

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, at) => each === other[at]);

export function createOrderLedger({ clock, targetsOf }: OrderLedgerDeps) {
  let entries: readonly Entry[] = [];
  let lastSequence = 0;

  const scopeOf = ({ clientId, target }: Address) => clientId ?? target;

  /** Reuses the previous order's object if it is equal, because most orders are for the same class. */
  function shared(whereabouts: Whereabouts): Whereabouts {
    const before = entries.at(-1)?.targetsThen.get(whereabouts.clientId);
    return before !== undefined && isSameList(before.targets, whereabouts.targets) ? before : whereabouts;
  }

  function entryOf(request: ActionRequest, { addresses }: Plan, askedAt: number): Entry {
    const targetsThen = new Map<string, Whereabouts>();
    const { action, parameters, audience } = request;
    for (const { clientId, userId, authType } of 'clients' in audience ? audience.clients : []) {
      const person = authType && combinedTarget({ to: 'user', userId, authType });
      const targets = [...targetsOf(clientId), ...(person ? [person] : [])];
      const then = shared({ clientId, targets });
      targetsThen.set(then.clientId, then);
    }
    lastSequence += 1;
    const scopes = addresses.map(scopeOf).map((scope) => targetsThen.get(scope)?.clientId ?? scope);
    const order = { action, parameters };
    return { order, askedAt, sequence: lastSequence, scopes: new Set(scopes), targetsThen, later: [] };
  }

  const isNewer = (a: Entry, b: Entry) =>
    a.askedAt > b.askedAt || (a.askedAt === b.askedAt && a.sequence > b.sequence);

  function compare(own: Entry, other: Entry) {
    const [newer, older] = isNewer(own, other) ? [own, other] : [other, own];
    if (supersedes(newer.order, older.order)) older.later.push(newer);
  }

  const whereIs = (clientId: string, { targetsThen }: Entry) => [
    ...targetsOf(clientId),
    ...(targetsThen.get(clientId)?.targets ?? NOWHERE),
  ];

  const orderOf = (own: Entry): Order => ({
    isSuperseded(clientId) {
      if (own.later.length === 0) return false;
      const where = [clientId, ...whereIs(clientId, own)];
      return own.later.some(({ scopes }) => where.some((scope) => scopes.has(scope)));
    },
    isWhollySuperseded: (address) => own.later.some(({ scopes }) => scopes.has(scopeOf(address))),
    isPartlySuperseded: ({ target }) =>
      own.later.some((other) =>
        [...other.targetsThen.keys()].some((clientId) => whereIs(clientId, other).includes(target)),
      ),
  });

  return {
    /** Undefined for an action without a counterpart. `askedAt`: on the worker's clock. */
    note(request: ActionRequest, plan: Plan, askedAt: EpochMs): Order | undefined {
      if (!isOneOfPair(request)) return undefined;
      const now = clock.now();
      const own = entryOf(request, plan, askedAt);
      const known = entries.filter((entry) => now - entry.askedAt <= RETENTION_MS);
      for (const other of known) compare(own, other);
      entries = [...known, own].slice(-MAX_ORDERS);
      return orderOf(own);
    },
    clear() {
      entries = [];
    },
  };
}
