/** A class order as the platform keeps it. */
import type { ClassPoll, GroupOrder, OrderSlot } from '#protocol/class-orders.ts';
import type { Scope } from '#protocol/topics.ts';

export type OrderKey = Scope & { groupId: string; slot: OrderSlot };

export type HeldPoll = ClassPoll & {
  /** Only these clients are asked; absent: the class. */
  only?: readonly string[];
};

export type HeldOrder = OrderKey & Omit<GroupOrder, 'tutorName' | 'poll'> & { poll?: HeldPoll };

/** Where orders outlast the platform. There is one for each key; failures reject. */
export type OrderStore = {
  all(): Promise<readonly HeldOrder[]>;
  /** In place of the one of the same key. False: the site has no such group, and nothing was kept. */
  put(order: HeldOrder): Promise<boolean>;
  remove(key: OrderKey): Promise<void>;
  /** For people; undefined where nobody knows the tutor. */
  tutorName(tenant: string, tutorId: string): Promise<string | undefined>;
  /** Of who sits at these clients, for people, by client id. */
  clientNames(at: Scope, clientIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
