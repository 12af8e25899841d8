/** When a tutor asked for what has just come: a console or a session of the broker may have held it back. */
import * as v from 'valibot';
import { actionTtlSeconds } from '#protocol/action-rules.ts';

const expirySchema = v.object({ messageExpiryInterval: v.pipe(v.number(), v.minValue(0)) });

/** Epoch milliseconds on the platform's clock; tutors' clocks do not count. Without *Message expiry* it is new. */
export function askedAt(action: string, properties: object | undefined, now: number): number {
  const read = v.safeParse(expirySchema, properties);
  const ttl = actionTtlSeconds(action);
  const left = read.success ? read.output.messageExpiryInterval : ttl;
  return now - Math.max(0, ttl - left) * 1_000;
}
