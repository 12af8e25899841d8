/**
 * What the dialogs remember for the next time, in this browser and for one person: never a password. What the tutor
 * wrote goes when they sign out (src/session/session-vault.ts).
 */
import * as v from 'valibot';
import { CODECS, DEGRADATIONS, FRAMERATES, MAX_BITRATE, MIN_BITRATE, SCALES } from '#domain/encoding.ts';
import { sessionKey } from '../../session/auth-state.ts';
import { session } from '../../session/session-state.ts';

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
  /** How a screen was shared: the settings of one's own are offered again, a preset goes by the number of devices. */
  encoding: v.object({
    isCustom: v.boolean(),
    codec: v.picklist(CODECS),
    maxBitrate: v.pipe(v.number(), v.integer(), v.minValue(MIN_BITRATE), v.maxValue(MAX_BITRATE)),
    maxFramerate: v.picklist(FRAMERATES),
    scaleResolutionDownBy: v.picklist(SCALES),
    degradationPreference: v.picklist(DEGRADATIONS),
  }),
} as const;

type Key = keyof typeof SCHEMAS;
export type Remembered<Name extends Key> = v.InferOutput<(typeof SCHEMAS)[Name]>;

/** `owner` names the person and the session; undefined: no person is signed in, and nothing is remembered. */
export function createMemory(storage: () => Storage, owner: () => string | undefined) {
  function storageKey(key: Key): string {
    const whose = owner();
    if (whose === undefined) throw new Error('nobody is signed in');
    return `lectern.${key}.${whose}`;
  }
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
        // Storage is blocked or full, or no person is signed in: not remembered for the next time.
      }
    },
  };
}

function signedIn(): string | undefined {
  const { state } = session;
  return state.name === 'signed-in' ? `${sessionKey(state.auth)} ${state.auth.userId}` : undefined;
}

export const memory = createMemory(() => localStorage, signedIn);
