/** Where an agent stores one value for its next start: a file, a browser's storage, or memory. */

/** Browsers store asynchronously, and files need not. */
export type AgentStore<T> = {
  /** Undefined: nothing is stored, or it cannot be read. */
  get(): T | undefined | Promise<T | undefined>;
  /** Undefined removes the value. */
  set(value: T | undefined): void | Promise<void>;
};

/** Keeps a value as long as the program runs. */
export function memoryStore<T>(first?: T): AgentStore<T> {
  let held = first;
  return {
    get: () => held,
    set(value) {
      held = value;
    },
  };
}
