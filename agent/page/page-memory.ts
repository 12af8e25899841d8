/** The page's data in local storage. It belongs to the browser and to the student who takes part there. */
import * as v from 'valibot';
import type { DeviceState } from '../core/device-state.ts';
import { type KeptPolicies, keptPoliciesSchema } from '../core/policies/policy-memory.ts';
import type { ReceivedFile } from '../student-ui/student-state.ts';
import { type SiteLink, siteLinkSchema } from './site-link.ts';
import { createSlots } from './storage-slots.ts';

const line = v.pipe(v.string(), v.maxLength(255));

/** The student at this browser as they joined. `email` is present if the site identifies students by it. */
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

/** State that must survive a reload, so that a student cannot escape a locked screen by pressing F5. */
const heldStateSchema = v.object({
  lock: v.optional(lockSchema),
  muted: v.optional(v.boolean(), false),
  inputsBlocked: v.optional(v.boolean(), false),
  alias: v.optional(line),
  name: v.optional(line),
  /** The class orders behind this state. Orders that end while the page is closed are undone later. */
  fromClass: v.optional(v.object({ lock: id, sound: id, inputs: id })),
});

type HeldState = v.InferOutput<typeof heldStateSchema>;

const pageDeviceSchema = v.object({
  /** The name that the platform gave this browser. */
  hostname: v.pipe(line, v.minLength(1)),
  /** The key by which the platform recognises this browser. */
  clientKey: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
});
export type PageDevice = v.InferOutput<typeof pageDeviceSchema>;

const receivedFileSchema = v.object({
  /** The file's key in the origin private file system. */
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  name: line,
  /** In bytes. */
  size: v.pipe(v.number(), v.minValue(0)),
  at: v.number(),
  /** The student has saved the file elsewhere. */
  isSaved: v.optional(v.literal(true)),
});
/** Maximum number of received files. The oldest are removed. */
export const MAX_RECEIVED = 500;
const receivedSchema = v.object({
  /** The owner of the files. Another student at this browser does not get them. */
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
  let unstoredDevice: PageDevice | undefined;
  return {
    link: slot<SiteLink>('link', siteLinkSchema),
    person: slot<Person>('person', personSchema),
    /** Set while the student takes part. */
    takesPart: slot('takes-part', v.literal(true)),
    /** The last time at which the student was here, in epoch milliseconds. */
    seenAt: slot('seen-at', v.number()),
    privacy: slot('privacy', v.literal(true)),
    received: slot<Received>('received', receivedSchema),
    /** Stored, so that opening the page without a network does not lift the policies. */
    policies,
    /** The platform's answer to the browser's first enrolment, in memory if nothing can be stored. */
    device: {
      get: () => device.get() ?? unstoredDevice,
      set(next: PageDevice): void {
        unstoredDevice = next;
        device.set(next);
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
