/**
 * For whom the platform works at this moment: the database serves accounts in turn, and background work after them. Work
 * without an owner is the platform's own, such as that of the broker.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** `account`: any text that is the same for all calls of one account. */
export type WorkOwner = { account: string } | 'platform' | 'background';

const owners = new AsyncLocalStorage<WorkOwner>();

/** Also what `work` begins and does not wait for belongs to the owner. */
export const workFor = <T>(owner: WorkOwner, work: () => T): T => owners.run(owner, work);

export const currentOwner = (): WorkOwner => owners.getStore() ?? 'platform';
