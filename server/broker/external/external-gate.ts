/**
 * What a broker outside of the platform asks: who may come in, and which topics they may use. The answers are made of the
 * same functions as those of the embedded broker. What only the broker itself sees (payloads, rates, what is forwarded)
 * is not asked.
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
  /** Undefined: may not come in. `until`: epoch seconds, when the connection has to end. Rejects where nobody can say. */
  authenticate(client: {
    clientId: string;
    username: string;
    password: string;
  }): Promise<{ until: number } | undefined>;
  /** `username` is the access token, as at the CONNECT. Rejects where nobody can say. */
  authorize(request: ExternalRequest): Promise<boolean>;
};

export type ExternalRequest = {
  clientId: string;
  username: string;
  action: 'publish' | 'subscribe';
  /** A filter, where it is subscribed to. */
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
