/** What the page keeps in local storage: it belongs to the browser, and to the student who takes part there. */
import * as v from 'valibot';
import type { DeviceState } from '../core/device-state.ts';
import { type KeptPolicies, keptPoliciesSchema } from '../core/policies/policy-memory.ts';
import { type SiteLink, siteLinkSchema } from './site-link.ts';
import { createSlots } from './storage-slots.ts';

const line = v.pipe(v.string(), v.maxLength(255));

/** The student at this browser, as they gave their name. `email` where the site knows its students by it. */
const personSchema = v.object({
  name: v.pipe(line, v.minLength(1)),
  email: v.optional(line),
});
export type Person = v.InferOutput<typeof personSchema>;

const blockSchema = v.object({
  heading: v.picklist([0, 1, 2, 3]),
  align: v.picklist(['left', 'center', 'right']),
  marker: v.optional(v.string()),
  depth: v.number(),
  runs: v.array(
    v.object({
      text: v.string(),
      bold: v.optional(v.literal(true)),
      italic: v.optional(v.literal(true)),
      underline: v.optional(v.literal(true)),
      strike: v.optional(v.literal(true)),
      color: v.optional(v.string()),
    }),
  ),
});
const lockSchema = v.variant('name', [
  v.object({ name: v.literal('message'), text: v.string(), blocks: v.array(blockSchema) }),
  v.object({ name: v.literal('address'), url: v.pipe(v.string(), v.regex(/^https?:\/\//i)) }),
  v.object({ name: v.literal('current-tab') }),
]);

const id = v.optional(v.pipe(v.string(), v.maxLength(128)));

/** What a reload must not undo: no student gets out of a locked screen by pressing F5. */
const heldStateSchema = v.object({
  lock: v.optional(lockSchema),
  muted: v.optional(v.boolean(), false),
  inputsBlocked: v.optional(v.boolean(), false),
  alias: v.optional(line),
  name: v.optional(line),
  /** Which of this was said to the class: what the class is told no more goes, also while the page was closed. */
  fromClass: v.optional(v.object({ lock: id, sound: id, inputs: id })),
});

type HeldState = v.InferOutput<typeof heldStateSchema>;

const pageDeviceSchema = v.object({
  /** The name that the platform gave this browser. */
  hostname: v.pipe(line, v.minLength(1)),
  /** The key by which the platform knows this browser again. */
  clientKey: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
});
export type PageDevice = v.InferOutput<typeof pageDeviceSchema>;

const receivedFileSchema = v.object({
  /** Names it in the private file system of this origin. */
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  name: line,
  /** Bytes. */
  size: v.pipe(v.number(), v.minValue(0)),
  /** Epoch milliseconds. */
  at: v.number(),
  /** The student has saved it elsewhere. */
  isSaved: v.optional(v.literal(true)),
});
export type ReceivedFile = v.InferOutput<typeof receivedFileSchema>;
/** More than anybody looks through; what came first goes. */
export const MAX_RECEIVED = 500;
const receivedSchema = v.object({
  /** The owner of the files: another student at this browser does not get them. */
  person: personSchema,
  files: v.pipe(v.array(receivedFileSchema), v.maxLength(MAX_RECEIVED)),
});
export type Received = { person: Person; files: readonly ReceivedFile[] };

export type PageMemory = ReturnType<typeof createPageMemory>;

export function createPageMemory({ storage }: { storage: Storage }) {
  const slot = createSlots(storage);
  const device = slot<PageDevice>('device', pageDeviceSchema);
  const held = slot('state', heldStateSchema);
  const policies = slot<KeptPolicies>('policies', keptPoliciesSchema);
  let givenDevice: PageDevice | undefined;
  return {
    link: slot<SiteLink>('link', siteLinkSchema),
    person: slot<Person>('person', personSchema),
    /** Set while the student takes part. */
    takesPart: slot('takes-part', v.literal(true)),
    /** When the student was here last, in epoch milliseconds. */
    seenAt: slot('seen-at', v.number()),
    privacy: slot('privacy', v.literal(true)),
    received: slot<Received>('received', receivedSchema),
    /** No student gets rid of a policy by opening the page without a network. */
    policies,
    /** What the platform gave this browser at its first enrolment; for this run where nothing can be stored. */
    device: {
      get: () => device.get() ?? givenDevice,
      set(given: PageDevice): void {
        givenDevice = given;
        device.set(given);
      },
    },
    heldState: (): Partial<DeviceState> => withoutUndefined(held.get() ?? {}) as Partial<DeviceState>,
    holdState({ lock, muted, inputsBlocked, alias, name, fromClass }: Readonly<DeviceState>): void {
      held.set({ lock, muted, inputsBlocked, alias, name, fromClass } as HeldState);
    },
    forgetState(): void {
      held.set(undefined);
      policies.set(undefined);
    },
  };
}

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
