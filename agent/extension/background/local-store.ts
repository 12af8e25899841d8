import * as v from 'valibot';
import type { AgentStore } from '../../core/connection/agent-store.ts';

/** One value that is stored for good. A value that does not fit the schema counts as missing. */
export function localStore<T>(key: string, schema: v.GenericSchema<unknown, T>): AgentStore<T> {
  return {
    async get() {
      const stored: Record<string, unknown> = await chrome.storage.local.get(key);
      const parsed = v.safeParse(schema, stored[key]);
      return parsed.success ? parsed.output : undefined;
    },
    set: (value) =>
      value === undefined ? chrome.storage.local.remove(key) : chrome.storage.local.set({ [key]: value }),
  };
}
