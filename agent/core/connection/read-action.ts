/** Parses actions and JSON payloads, for devices and site runners. */
import * as v from 'valibot';
import { type Action, actionSchema } from '#protocol/action.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import { backchannel, type Scope } from '#protocol/topics.ts';
import type { TransportMessage } from './transport.ts';

export type AskedAction = {
  tutorId: string;
  action: Action;
  /** The rest of *Message expiry*, as the broker reports it. */
  expirySeconds: number | undefined;
  responseTopic: string;
  correlationData: Uint8Array | string;
};

/** Returns the action, or the reason why the message is dropped. */
export function readAction(
  message: TransportMessage,
  { scope, tutorId }: { scope: Scope; tutorId: string },
): AskedAction | 'action' | 'response-topic' {
  const parsed = v.safeParse(actionSchema, readJson(message));
  if (!parsed.success) return 'action';
  // Replies may only be sent back to the tutor who sent the action.
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

/** Returns undefined if the payload is not JSON or too large to parse. */
export function readJson(message: TransportMessage): unknown {
  if (message.payload.byteLength > MAX_JSON_BYTES) return undefined;
  try {
    return JSON.parse(message.text());
  } catch {
    return undefined;
  }
}
