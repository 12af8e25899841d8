import * as v from 'valibot';

/** `GET /stun/creds`: ICE servers with time-limited credentials (the shape of RTCIceServer). */
export const stunCredentialsSchema = v.object({
  iceServers: v.array(
    v.object({
      urls: v.union([v.string(), v.array(v.string())]),
      username: v.optional(v.string()),
      credential: v.optional(v.string()),
    }),
  ),
  /** Epoch milliseconds. */
  expiresAt: v.optional(v.number()),
});
export type StunCredentials = v.InferOutput<typeof stunCredentialsSchema>;
