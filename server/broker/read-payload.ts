/** Parses and validates the payloads of clients' messages to the platform, with a reason for each failure. */
import * as v from 'valibot';
import { unstorableIn } from '#store/storable.ts';

export type Unreadable = 'json' | 'schema' | 'text';
export type Read<T> = { ok: true; value: T } | { ok: false; reason: Unreadable };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `json`: not JSON in UTF-8; `schema`: other content; `text`: characters that the database cannot store. */
export function readPayload<Schema extends v.GenericSchema>(
  schema: Schema,
  payload: Uint8Array,
): Read<v.InferOutput<Schema>> {
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(payload));
  } catch {
    return { ok: false, reason: 'json' };
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) return { ok: false, reason: 'schema' };
  return unstorableIn(parsed.output) ? { ok: false, reason: 'text' } : { ok: true, value: parsed.output };
}
