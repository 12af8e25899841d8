/** Every schema of what peers say to each other, by the name that docs/peer-protocol.md uses. */
import type * as v from 'valibot';
import { peerPayloadSchema } from '#protocol/peer/peer-payload.ts';
import {
  peerFrameSchema,
  peerRequestSchema,
  peerTicketBodySchema,
  peerTicketSchema,
} from '#protocol/peer/peer-signalling.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { controlMessageSchema } from '#protocol/transfer/frames.ts';

export const PEER_SCHEMAS = {
  ticket: peerTicketSchema,
  'ticket body': peerTicketBodySchema,
  request: peerRequestSchema,
  frame: peerFrameSchema,
  'ice servers': stunCredentialsSchema,
  payload: peerPayloadSchema,
  transfer: controlMessageSchema,
} satisfies Readonly<Record<string, v.GenericSchema>>;
