/** Calculates when a tutor sent an action, because a console or a broker session may have queued it. */
import * as v from 'valibot';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { EpochMs } from '#protocol/clock.ts';

const expirySchema = v.object({ messageExpiryInterval: v.pipe(v.number(), v.minValue(0)) });

/** Uses the platform's clock; tutors' clocks are ignored. Without *Message expiry* the action is new. */
export function askedAt(action: string, properties: object | undefined, now: EpochMs): EpochMs {
  const read = v.safeParse(expirySchema, properties);
  const ttl = actionTtlSeconds(action);
  const left = read.success ? read.output.messageExpiryInterval : ttl;
  return now - Math.max(0, ttl - left) * 1_000;
}
