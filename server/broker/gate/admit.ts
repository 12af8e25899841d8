/** Admits a connection: checks its token, session, access and last will, in this order. */

import type { Log } from '#base/log.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { ConnectionRefusal } from '#protocol/rest/reachability.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import type { BrokerSessions } from '../broker-sessions.ts';
import type { Connection } from '../door/connection.ts';
import type { Admission, ConnectRequest, Gate, RefusalCode } from '../door/door-gate.ts';
import type { WebSocketStream } from '../door/websocket-entrance.ts';
import { type ConnectionCountLimits, createConnectionCounts } from '../limits/connection-counts.ts';
import { REASON } from '../reason-code.ts';
import { type Access, createAccess } from './access.ts';
import { identify, type SiteClaims } from './identify.ts';
import { reasonAgainst } from './publish-rules.ts';
import type { Refusals } from './refusals.ts';
import { isClientIdentifier } from './topic-name.ts';

export type AdmitDeps = {
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  /** Whether the session of a token is live. */
  isLive: BrokerSessions['isLive'];
  permissions: BrokerPermissions;
  /** Maximum number of connections per subject. */
  connectionsPerSubject: ConnectionCountLimits;
  refusals: Pick<Refusals, 'connect'>;
  /** The number of directory changes so far. */
  directoryVersion(): number;
  /** The last step before the CONNACK. */
  admitted(connection: Connection): Promise<void>;
  /** A client with a valid token was not admitted. */
  refusedSubject(claims: SiteClaims, why: ConnectionRefusal): void;
  /** Access or the session could not be read, or the connection's lists could not be published. */
  notChecked(error: unknown): void;
  now(): EpochMs;
  log: Log;
};

export function createAdmit(deps: AdmitDeps): Gate['admit'] {
  const { log, now } = deps;
  const connectionCounts = createConnectionCounts(deps.connectionsPerSubject);

  /** Throws if access or the session cannot be read. */
  async function judge(request: ConnectRequest, stream: WebSocketStream): Promise<Connection | Refused> {
    const identified = await identify(request, deps.verify, now);
    if (!identified.ok) return { code: identified.code, reason: identified.reason };
    const { claims } = identified;
    if (stream.site !== undefined && stream.site !== claims.site)
      return { code: REASON.notAuthorized, reason: 'other-site' };
    const refused = (code: RefusalCode, reason: ConnectionRefusal): Refused => {
      deps.refusedSubject(claims, reason);
      return { code, reason };
    };
    if (!(await deps.isLive(claims.tenant, claims.jti)))
      return refused(REASON.notAuthorized, 'session-ended');
    if (request.will?.qos === 2) return { code: REASON.qosNotSupported, reason: 'last-will' };
    const leave = connectionCounts.take(claims, request.clientId);
    if (!leave) return refused(REASON.quotaExceeded, 'too-many-connections');
    if (stream.destroyed) leave();
    else stream.once('close', leave);
    const directoryVersion = deps.directoryVersion();
    const access = await createAccess(claims, deps.permissions, now);
    if (!access) return refused(REASON.notAuthorized, 'not-allowed');
    const connection = connectionOf(stream, {
      clientId: request.clientId,
      claims,
      access,
      since: now(),
      directoryVersion,
    });
    if (request.will && (await reasonAgainst(request.will, connection, log)) !== undefined)
      return { code: REASON.notAuthorized, reason: 'last-will' };
    await deps.admitted(connection);
    return connection;
  }

  return async (request, stream) => {
    // An invalid client id is not logged, because an unidentified client may send any text.
    const isFit = isClientIdentifier(request.clientId);
    const from = { clientId: isFit ? request.clientId : '', address: stream.address };
    const refuse = ({ code, reason }: Refused): Admission => {
      deps.refusals.connect(reason, from);
      return { admitted: false, code, reason };
    };
    if (!isFit) return refuse({ code: REASON.clientIdentifierNotValid, reason: 'client-identifier' });
    try {
      const judged = await judge(request, stream);
      return 'reason' in judged ? refuse(judged) : { admitted: true, connection: judged };
    } catch (error) {
      deps.notChecked(error);
      return refuse({ code: REASON.serverUnavailable, reason: 'unavailable' });
    }
  };
}

type Refused = { code: RefusalCode; reason: string };

const connectionOf = (
  stream: WebSocketStream,
  of: { clientId: string; claims: SiteClaims; access: Access; since: number; directoryVersion: number },
): Connection => ({
  clientId: of.clientId,
  claims: of.claims,
  access: of.access,
  traffic: stream.traffic,
  address: stream.address,
  since: of.since,
  filters: new Set(),
  directoryVersion: of.directoryVersion,
  backlogBytes: () => stream.backlogBytes,
});
