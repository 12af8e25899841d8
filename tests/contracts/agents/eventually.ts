/** Waits for what an agent does, in every runner of tests. */
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/** Reads until the value passes, and returns it. Rejects with the last value after ten seconds. */
export async function eventually<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  passes: (value: Value) => boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<Value> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (passes(value)) return value;
    if (Date.now() > until) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

export const isTrue = (value: unknown): boolean => value === true;
export const isFalse = (value: unknown): boolean => value === false;
export const isMissing = (value: unknown): boolean => value === undefined;
