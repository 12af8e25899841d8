type Held = { name: string; mode: LockMode };
type Waiting = Held & { grant: () => void };

/** The Web Locks of one browser: locks are granted in the order of the requests. */
export function createFakeLockManager(): LockManager {
  const held = new Set<Held>();
  let waiting: Waiting[] = [];

  const isFree = ({ name, mode }: Held) =>
    [...held].every((other) => other.name !== name || (mode === 'shared' && other.mode === 'shared'));

  /** A request never overtakes an earlier one for the same lock. */
  function grantAll(): void {
    const blocked = new Set<string>();
    for (const each of [...waiting]) {
      if (blocked.has(each.name) || !isFree(each)) blocked.add(each.name);
      else {
        waiting = waiting.filter((other) => other !== each);
        held.add(each);
        each.grant();
      }
    }
  }

  async function request(name: string, ...rest: unknown[]): Promise<unknown> {
    const run = rest.at(-1) as () => unknown;
    const { mode = 'exclusive', signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    signal?.throwIfAborted();
    const lock: Waiting = { name, mode, grant: () => {} };
    const granted = new Promise<void>((resolve, reject) => {
      lock.grant = resolve;
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== lock);
        reject(signal.reason);
      });
    });
    waiting.push(lock);
    grantAll();
    await granted;
    try {
      return await run();
    } finally {
      held.delete(lock);
      grantAll();
    }
  }

  const infos = (locks: Iterable<Held>) => [...locks].map(({ name, mode }) => ({ name, mode }));
  return {
    request: request as LockManager['request'],
    query: async () => ({ held: infos(held), pending: infos(waiting) }) as LockManagerSnapshot,
  };
}
