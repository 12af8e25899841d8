/**
 * Decides for an external broker which clients may connect and which topics they may use, with the same
 * functions as the embedded broker. Payloads, rates and forwarding are not checked, because only the broker
 * sees them.
 */

import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import type { BrokerSessions } from '../broker-sessions.ts';
import { createAccess } from '../gate/access.ts';
import { identify, type SiteClaims } from '../gate/identify.ts';
import { refusedForm } from '../gate/publish-rules.ts';
import { isClientIdentifier, isTopicText } from '../gate/topic-name.ts';

export type ExternalGateDeps = {
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  sessions: BrokerSessions;
  permissions: BrokerPermissions;
  now(): EpochMs;
};

export type ExternalGate = {
  /** Undefined: denied. `until`: the connection's end in epoch seconds. Rejects if access cannot be read. */
  authenticate(client: {
    clientId: string;
    username: string;
    password: string;
  }): Promise<{ until: number } | undefined>;
  /** `username` is the access token, as in the CONNECT. Rejects if access cannot be read. */
  authorize(request: ExternalRequest): Promise<boolean>;
};

export type ExternalRequest = {
  clientId: string;
  username: string;
  action: 'publish' | 'subscribe';
  /** A topic filter if `action` is `subscribe`. */
  topic: string;
  retain: boolean;
};

export function createExternalGate({ verify, sessions, permissions, now }: ExternalGateDeps): ExternalGate {
  async function claimsOf(clientId: string, username: string, password: string) {
    if (!isClientIdentifier(clientId)) return undefined;
    const identified = await identify({ clientId, username, password }, verify, now);
    return identified.ok ? identified.claims : undefined;
  }

  const accessOf = (claims: SiteClaims) => createAccess(claims, permissions, now);

  return {
    async authenticate({ clientId, username, password }) {
      const claims = await claimsOf(clientId, username, password);
      if (!claims || !(await sessions.isLive(claims.tenant, claims.jti))) return undefined;
      return (await accessOf(claims)) && { until: claims.exp };
    },

    async authorize({ clientId, username, action, topic, retain }) {
      const claims = await claimsOf(clientId, username, username);
      if (!claims || sessions.isOver(claims.tenant, claims.jti)) return false;
      const isWellFormed =
        action === 'publish' ? refusedForm({ topic, retain }) === undefined : isTopicText(topic);
      if (!isWellFormed) return false;
      const access = await accessOf(claims);
      if (!access) return false;
      return action === 'publish' ? access.mayPublish(topic) : access.maySubscribe(topic);
    },
  };
}
