/** `GET /devices/{id}/reachability`: the platform's facts on whether a device can be reached, and why not. */
import * as v from 'valibot';

/**
 * Why a connection ended. `left`: the agent disconnected properly. `lost`: it broke. `session-ended`,
 * `token-expired`, `not-allowed`: the platform ended it. `platform`: the platform itself stopped.
 */
export const CONNECTION_ENDS = [
  'left',
  'lost',
  'session-ended',
  'token-expired',
  'not-allowed',
  'platform',
] as const;
export type ConnectionEnd = (typeof CONNECTION_ENDS)[number];

/** Why a connection with a valid token was refused. */
export const CONNECTION_REFUSALS = ['session-ended', 'not-allowed', 'too-many-connections'] as const;
export type ConnectionRefusal = (typeof CONNECTION_REFUSALS)[number];

/** `there`: a runner of the site is connected. `away`: the site has a runner that is not connected. */
export const RUNNER_STATES = ['none', 'there', 'away'] as const;
export type RunnerState = (typeof RUNNER_STATES)[number];

const time = v.nullable(v.string());

/** All times are ISO 8601, by the platform's clock. */
export const reachabilitySchema = v.looseObject({
  deviceId: v.string(),
  /** Time of this answer, by which a console can detect that its own clock is wrong. */
  at: v.string(),
  /** The last enrolment. Null: never. */
  enrolledAt: time,
  /** The client that was connected last at this device. Null: none ever was. */
  connection: v.nullable(
    v.looseObject({
      clientId: v.string(),
      userName: v.string(),
      since: v.string(),
      /** Null: the connection is open. */
      endedAt: time,
      endedWhy: v.fallback(v.nullable(v.picklist(CONNECTION_ENDS)), 'lost'),
      /** When this connection replaced an open one of the same client. */
      replacedAt: time,
      /** The replaced connection came from another network address: two machines may share one identity. */
      isReplacedElsewhere: v.boolean(),
    }),
  ),
  /** The newest refusal, if it was after the last connection. */
  refused: v.nullable(
    v.looseObject({ at: v.string(), why: v.fallback(v.picklist(CONNECTION_REFUSALS), 'not-allowed') }),
  ),
  /** The groups that contain that client, as far as the tutor sees them. */
  groups: v.array(v.string()),
  runner: v.picklist(RUNNER_STATES),
});
export type Reachability = v.InferOutput<typeof reachabilitySchema>;
