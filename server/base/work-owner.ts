/**
 * The owner of the current work. The database serves the accounts in turn, and background work after them.
 * Work without an owner belongs to the platform itself, such as the broker's.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** `account`: any text that is the same for all calls of one account. */
export type WorkOwner = { account: string } | 'platform' | 'background';

const owners = new AsyncLocalStorage<WorkOwner>();

/** Asynchronous work that `work` starts has the same owner, even if `work` does not wait for it. */
export const workFor = <T>(owner: WorkOwner, work: () => T): T => owners.run(owner, work);

export const currentOwner = (): WorkOwner => owners.getStore() ?? 'platform';
