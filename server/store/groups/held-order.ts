/** A class order as the platform keeps it. */
import type { ClassPoll, GroupOrder, OrderSlot } from '#protocol/class-orders.ts';
import type { Scope } from '#protocol/topics.ts';

export type OrderKey = Scope & { groupId: string; slot: OrderSlot };

export type HeldPoll = ClassPoll & {
  /** Only these clients are asked; absent: the class. */
  only?: readonly string[];
};

export type HeldOrder = OrderKey & Omit<GroupOrder, 'tutorName' | 'poll'> & { poll?: HeldPoll };

/** Where orders outlast the platform: one order for each key. Failures reject. */
export type OrderStore = {
  /** `site`: of one site alone. */
  all(site?: Scope): Promise<readonly HeldOrder[]>;
  /** Puts the order in place of the one with the same key. False: the site has no such group, and nothing was kept. */
  put(order: HeldOrder): Promise<boolean>;
  remove(key: OrderKey): Promise<void>;
  /** The name that people read; undefined where there is no such tutor. */
  tutorName(tenant: string, tutorId: string): Promise<string | undefined>;
  /** The names of the people at these clients, by client id. */
  clientNames(at: Scope, clientIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
