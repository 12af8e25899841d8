/**
 * Stores the last input of the action dialogs, in this browser and per person; never a password. It is
 * deleted at sign-out (src/session/session-vault.ts), because each entry names the tutor.
 */
import * as v from 'valibot';
import { CODECS, DEGRADATIONS, FRAMERATES, MAX_BITRATE, MIN_BITRATE, SCALES } from '#domain/encoding.ts';
import { storedValue } from '#protocol/storage/stored-value.ts';
import { sessionKey } from '#session/auth-state.ts';
import { session } from '#session/session-state.ts';

const text = v.pipe(v.string(), v.maxLength(20_000));

const SCHEMAS = {
  lock: v.object({
    mode: v.picklist(['url', 'currentTab', 'message']),
    url: text,
    /** The rich text as it was sent. */
    content: text,
  }),
  notification: v.object({ title: text, message: text }),
  lastUsername: text,
  /** The last encoding of a share. A preset depends on the number of devices, custom settings do not. */
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

/** `owner` identifies the person and the session. Undefined: no person is signed in, so nothing is stored. */
export function createMemory(storage: () => Storage, owner: () => string | undefined) {
  function stored<Name extends Key>(key: Name) {
    const whose = owner();
    if (whose === undefined) return undefined;
    const schema = SCHEMAS[key] as v.GenericSchema<unknown, Remembered<Name>>;
    return storedValue(storage, `lectern.${key}.${whose}`, schema);
  }
  return {
    recall: <Name extends Key>(key: Name): Remembered<Name> | undefined => stored(key)?.get(),
    remember<Name extends Key>(key: Name, value: Remembered<Name>): void {
      stored(key)?.set(value);
    },
  };
}

function signedIn(): string | undefined {
  const { state } = session;
  return state.name === 'signed-in' ? `${sessionKey(state.auth)} ${state.auth.userId}` : undefined;
}

export const memory = createMemory(() => localStorage, signedIn);
