/** What the page keeps in local storage, all under `student.*`. Everything is read as if somebody had written into it. */
import * as v from 'valibot';
import type { DeviceState } from '../core/device-state.ts';
import { type SiteLink, siteLinkSchema } from './site-link.ts';

const line = v.pipe(v.string(), v.maxLength(255));

/** Who sits here, as they said. `email` where the site knows its students by it. */
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

/** What a reload must not undo: nobody gets out of a locked screen by pressing F5. */
const heldStateSchema = v.object({
  lock: v.optional(lockSchema),
  muted: v.optional(v.boolean(), false),
  inputsBlocked: v.optional(v.boolean(), false),
  alias: v.optional(line),
  name: v.optional(line),
});

const receivedFileSchema = v.object({
  /** Names it in the private file system of this origin. */
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  name: line,
  /** Bytes. */
  size: v.pipe(v.number(), v.minValue(0)),
  /** Epoch milliseconds. */
  at: v.number(),
});
export type ReceivedFile = v.InferOutput<typeof receivedFileSchema>;
/** More than anybody looks through; what came first goes. */
export const MOST_RECEIVED = 500;
const receivedSchema = v.object({
  /** Whose they are: nobody else who sits down at this browser gets them. */
  person: personSchema,
  files: v.pipe(v.array(receivedFileSchema), v.maxLength(MOST_RECEIVED)),
});
export type Received = { person: Person; files: readonly ReceivedFile[] };

export type PageMemory = ReturnType<typeof createPageMemory>;

export function createPageMemory(deps: { storage: Storage; random: () => number }) {
  const { storage } = deps;
  const read = <T>(key: string, schema: v.GenericSchema<unknown, T>): T | undefined => {
    try {
      const text = storage.getItem(`student.${key}`);
      const parsed = text === null ? undefined : v.safeParse(schema, JSON.parse(text));
      return parsed?.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  };
  const write = (key: string, value: unknown) => {
    try {
      if (value === undefined) storage.removeItem(`student.${key}`);
      else storage.setItem(`student.${key}`, JSON.stringify(value));
    } catch {
      // No room, or no storage at all: the page works, and asks again after a reload.
    }
  };
  const slot = <T>(key: string, schema: v.GenericSchema<unknown, T>) => ({
    get: () => read(key, schema),
    set: (value: T | undefined) => write(key, value),
  });

  const hostname = slot('hostname', v.pipe(v.string(), v.regex(/^page-[0-9a-z]{8}$/)));
  const held = slot('state', heldStateSchema);
  let madeHostname: string | undefined;
  return {
    link: slot<SiteLink>('link', siteLinkSchema),
    person: slot<Person>('person', personSchema),
    /** Set while the student takes part: a reload comes back by itself. */
    takesPart: slot('takes-part', v.literal(true)),
    privacy: slot('privacy', v.literal(true)),
    received: slot<Received>('received', receivedSchema),
    /** By this name the platform knows the same browser again. */
    hostname(): string {
      const known = hostname.get() ?? madeHostname;
      if (known !== undefined) return known;
      const letters = Array.from({ length: 8 }, () => Math.floor(deps.random() * 36).toString(36));
      madeHostname = `page-${letters.join('')}`;
      hostname.set(madeHostname);
      return madeHostname;
    },
    heldState: (): Partial<DeviceState> => withoutUndefined(held.get() ?? {}) as Partial<DeviceState>,
    holdState({ lock, muted, inputsBlocked, alias, name }: Readonly<DeviceState>): void {
      write('state', { lock, muted, inputsBlocked, alias, name });
    },
    forgetState: () => write('state', undefined),
  };
}

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
