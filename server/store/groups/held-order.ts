/** A class order as it is stored. */
import type { ClassPoll, GroupOrder, OrderSlot } from '#protocol/class-orders.ts';
import type { Scope } from '#protocol/topics.ts';

export type OrderKey = Scope & { groupId: string; slot: OrderSlot };

export type HeldPoll = ClassPoll & {
  /** Only these clients are asked; absent: the whole class. */
  only?: readonly string[];
};

export type HeldOrder = OrderKey & Omit<GroupOrder, 'tutorName' | 'poll'> & { poll?: HeldPoll };

/** Stores orders beyond the platform's run: one order per key. Failures reject. */
export type OrderStore = {
  /** `site`: only the orders of this site. */
  all(site?: Scope): Promise<readonly HeldOrder[]>;
  /** Replaces the order with the same key. False: the site has no such group, and nothing was stored. */
  put(order: HeldOrder): Promise<boolean>;
  remove(key: OrderKey): Promise<void>;
  /** The display name; undefined: there is no such tutor. */
  tutorName(tenant: string, tutorId: string): Promise<string | undefined>;
  /** Names of the people at these clients, by client id. */
  clientNames(at: Scope, clientIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
