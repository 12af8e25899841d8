/** Ends connections, with the reason in the DISCONNECT, the log and the security log. */

import type { Log } from '#base/log.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { ConnectionEnd } from '#protocol/rest/reachability.ts';
import { REASON } from '../reason-code.ts';
import type { Connection } from './connection.ts';

/** The reason strings of DISCONNECT packets. */
const SESSION_ENDED = 'This session has ended.';
const NOT_OF_THE_SITE = 'This site may not be used any more.';
const TOKEN_EXPIRED = 'The access token has expired.';
const CANNOT_CHECK = 'The permissions could not be read.';

export type ConnectionEndsDeps = {
  disconnect(connection: Connection, reasonCode: number, reason: string): void;
  /** Called with the reason before each end. */
  ending(connection: Connection, why: ConnectionEnd): void;
  log: Log;
  security: SecurityLog;
};

export type ConnectionEnds = {
  sessionEnded(connection: Connection): void;
  tokenExpired(connection: Connection): void;
  /** The client has lost the site, or its permissions could not be read. */
  recheckFailed(connection: Connection, why: 'not-allowed' | 'unknown', error?: unknown): void;
};

export function createConnectionEnds({
  disconnect,
  ending,
  log,
  security,
}: ConnectionEndsDeps): ConnectionEnds {
  return {
    sessionEnded(connection) {
      log.info('broker ended the connection of a session', { client: connection.clientId });
      ending(connection, 'session-ended');
      disconnect(connection, REASON.notAuthorized, SESSION_ENDED);
    },
    tokenExpired(connection) {
      ending(connection, 'token-expired');
      disconnect(connection, REASON.maximumConnectTime, TOKEN_EXPIRED);
    },
    recheckFailed(connection, why, error) {
      log.warn('broker ended a connection', { client: connection.clientId, why, error });
      if (why === 'unknown') {
        disconnect(connection, REASON.serverBusy, CANNOT_CHECK);
        return;
      }
      const { claims, address } = connection;
      const { tenant, site, kind, sub: who } = claims;
      security.note({ what: 'session-ended', reason: 'connection', tenant, site, kind, who, address });
      ending(connection, 'not-allowed');
      disconnect(connection, REASON.notAuthorized, NOT_OF_THE_SITE);
    },
  };
}
