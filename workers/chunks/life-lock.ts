/** A Web Lock held until the worker ends; the browser then releases it, however the worker ended. */

/** Resolves with the lock's name when the lock is held. Rejects if the origin has no locks. */
export const holdLifeLock = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve(name);
        return new Promise<never>(() => {});
      })
      .catch(reject);
  });
