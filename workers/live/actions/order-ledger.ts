/**
 * Which orders of this browser's tutor are still the newest for whom: a lock that waits for a device is not sent to it
 * any more once an unlock was asked for, whatever becomes of that unlock.
 */
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import { isOneOfPair, supersedes } from '#protocol/supersedes.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import { combinedTarget } from '#protocol/topics.ts';
import type { Address, Plan } from './action-plan.ts';

export type OrderLedgerDeps = {
  clock: Clock;
  /** Groups and person (`combinedTarget`) of a client, as far as they are known now. */
  targetsOf(clientId: string): readonly string[];
};

/** How one action stands to those that were asked after it. */
export type Order = {
  isSuperseded(clientId: string): boolean;
  /** For everybody to whom this message would go. */
  isWhollySuperseded(address: Address): boolean;
  /** For somebody to whom it would go, who may be asleep. */
  isPartlySuperseded(address: Address): boolean;
};

type Meant = Pick<ActionRequest, 'action' | 'parameters'>;
type Whereabouts = { clientId: string; targets: readonly string[] };

/** Some hundred of these are kept, each for a whole class: they share their texts and their lists. */
type Entry = {
  order: Meant;
  askedAt: number;
  /** Orders of one instant: in which they were asked. */
  turn: number;
  /** `combinedTarget` of groups and persons, ids of clients. */
  scopes: ReadonlySet<string>;
  /** Where the clients were to whom it was sent: the card of one that sleeps is gone after a while. */
  targetsThen: ReadonlyMap<string, Whereabouts>;
  /** Those that take its place. */
  later: Entry[];
};

/** Nothing that was asked before it can still wait then. */
const KEPT_MS = actionTtlSeconds('lock') * 1_000;
/** A limit to what a page could fill; a lesson stays far below it. */
const MAX_ORDERS = 1_000;
const NOWHERE: readonly string[] = [];

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, at) => each === other[at]);

export function createOrderLedger({ clock, targetsOf }: OrderLedgerDeps) {
  let entries: readonly Entry[] = [];
  let turns = 0;

  const scopeOf = ({ clientId, target }: Address) => clientId ?? target;

  /** The same object as of the order before, where it says the same: orders are mostly for the same class. */
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
    turns += 1;
    const scopes = addresses.map(scopeOf).map((scope) => targetsThen.get(scope)?.clientId ?? scope);
    const order = { action, parameters };
    return { order, askedAt, turn: turns, scopes: new Set(scopes), targetsThen, later: [] };
  }

  const isNewer = (a: Entry, b: Entry) =>
    a.askedAt > b.askedAt || (a.askedAt === b.askedAt && a.turn > b.turn);

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
    /** Undefined: it is of no pair, and its order does not matter. `askedAt`: epoch ms on the worker's clock. */
    note(request: ActionRequest, plan: Plan, askedAt: number): Order | undefined {
      if (!isOneOfPair(request)) return undefined;
      const now = clock.now();
      const own = entryOf(request, plan, askedAt);
      const known = entries.filter((entry) => now - entry.askedAt <= KEPT_MS);
      for (const other of known) compare(own, other);
      entries = [...known, own].slice(-MAX_ORDERS);
      return orderOf(own);
    },
    clear() {
      entries = [];
    },
  };
}
