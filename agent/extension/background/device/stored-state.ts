/**
 * The state of the device that outlives the worker. The lock and its kind end with the browser's run, because
 * a tutor who has left may not be there to unlock it. Names and policies are stored for good.
 */
import * as v from 'valibot';
import type { DeviceState } from '../../../core/device-state.ts';
import { keptPoliciesSchema, type PolicyMemory } from '../../../core/policies/policy-memory.ts';
import { sessionValue } from '../session-value.ts';

const text = v.optional(v.pipe(v.string(), v.maxLength(255)));
const storedSchema = v.object({
  /** The site that the values belong to. */
  owner: v.string(),
  names: v.optional(v.object({ alias: text, name: text }), {}),
  policies: v.optional(keptPoliciesSchema),
});
type Stored = v.InferOutput<typeof storedSchema>;

type SessionState = Pick<DeviceState, 'lock' | 'muted' | 'inputsBlocked' | 'fromClass' | 'rooms'>;

const LOCAL_KEY = 'device';

export type StoredState = {
  initial: Partial<DeviceState>;
  policyMemory: PolicyMemory;
  hold(state: Readonly<DeviceState>): void;
};

/** `owner`: names the site. Values of another site are not used. */
export async function openStoredState(owner: string): Promise<StoredState> {
  const session = sessionValue<{ owner: string; state: SessionState }>('state');
  const before = await session.get();
  let stored = await readStored(owner);
  let held = '';

  const store = (next: Stored) => {
    stored = next;
    void chrome.storage.local.set({ [LOCAL_KEY]: stored });
  };

  return {
    initial: withoutUndefined({ ...(before?.owner === owner && before.state), ...stored.names }),
    policyMemory: {
      get: () => stored.policies,
      set: (policies) => store({ ...stored, policies }),
    },
    hold({ lock, muted, inputsBlocked, fromClass, rooms, alias, name }): void {
      // The platform has the messages of the rooms.
      const open = rooms.map(({ roomId }) => ({ roomId, messages: [] }));
      const state = { lock, muted, inputsBlocked, fromClass, rooms: open };
      const next = JSON.stringify(state);
      if (next !== held) {
        held = next;
        void session.set({ owner, state });
      }
      if (alias !== stored.names.alias || name !== stored.names.name)
        store({ ...stored, names: { alias, name } });
    },
  };
}

async function readStored(owner: string): Promise<Stored> {
  const all: Record<string, unknown> = await chrome.storage.local.get(LOCAL_KEY);
  const parsed = v.safeParse(storedSchema, all[LOCAL_KEY]);
  return parsed.success && parsed.output.owner === owner ? parsed.output : { owner, names: {} };
}

const withoutUndefined = (state: Partial<DeviceState>): Partial<DeviceState> =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
