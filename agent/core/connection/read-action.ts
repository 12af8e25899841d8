/** The part of the door that devices and site runners share: JSON within its limits, and actions. */
import * as v from 'valibot';
import { type Action, actionSchema } from '#protocol/action.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import { backchannel, type Scope } from '#protocol/topics.ts';
import type { TransportMessage } from './transport.ts';

export type AskedAction = {
  tutorId: string;
  action: Action;
  /** What the broker left of *Message expiry*. */
  expirySeconds: number | undefined;
  responseTopic: string;
  correlationData: Uint8Array | string;
};

/** Returns the action, or the reason for which the message is dropped. */
export function readAction(
  message: TransportMessage,
  { scope, tutorId }: { scope: Scope; tutorId: string },
): AskedAction | 'action' | 'response-topic' {
  const parsed = v.safeParse(actionSchema, readJson(message));
  if (!parsed.success) return 'action';
  // Answers go back to the tutor who asked, nowhere else.
  const responseTopic = backchannel(scope, tutorId);
  if (message.responseTopic !== undefined && message.responseTopic !== responseTopic) return 'response-topic';
  return {
    tutorId,
    action: parsed.output,
    expirySeconds: message.expirySeconds,
    responseTopic,
    correlationData: message.correlationData ?? parsed.output.id,
  };
}

/** Undefined when the payload is no JSON, or too large to be looked at. */
export function readJson(message: TransportMessage): unknown {
  if (message.payload.byteLength > MAX_JSON_BYTES) return undefined;
  try {
    return JSON.parse(message.text());
  } catch {
    return undefined;
  }
}
