/** A Web Lock that is held until the worker ends, however it ends: the browser lets go of it then. */

/** Resolves with its name when it is held. Rejects where the origin has no locks. */
export const holdLifeLock = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve(name);
        return new Promise<never>(() => {});
      })
      .catch(reject);
  });
