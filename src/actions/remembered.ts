/** What the dialogs remember for the next time (part 1 §9), in this browser: never a password. */
import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(20_000));

const SCHEMAS = {
  lock: v.object({
    mode: v.picklist(['url', 'currentTab', 'message']),
    url: text,
    /** Rich text, as it was sent. */
    content: text,
  }),
  notification: v.object({ title: text, message: text }),
  lastUsername: text,
} as const;

type Key = keyof typeof SCHEMAS;
export type Remembered<Name extends Key> = v.InferOutput<(typeof SCHEMAS)[Name]>;

const storageKey = (key: Key) => `lectern.${key}`;

export function createMemory(storage: () => Storage) {
  return {
    /** Undefined where nothing is remembered, what is there is something else, or storage is blocked. */
    recall<Name extends Key>(key: Name): Remembered<Name> | undefined {
      try {
        const stored: unknown = JSON.parse(storage().getItem(storageKey(key)) ?? 'null');
        const parsed = v.safeParse(SCHEMAS[key], stored);
        return parsed.success ? (parsed.output as Remembered<Name>) : undefined;
      } catch {
        return undefined;
      }
    },
    remember<Name extends Key>(key: Name, value: Remembered<Name>): void {
      try {
        storage().setItem(storageKey(key), JSON.stringify(value));
      } catch {
        // Blocked or full: not remembered for the next time.
      }
    },
  };
}

export const memory = createMemory(() => localStorage);
