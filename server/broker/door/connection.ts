import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Access } from '../gate/access.ts';
import type { Traffic } from './traffic.ts';

/** One admitted client of the broker. */
export type Connection = {
  /** The MQTT client identifier. */
  readonly clientId: string;
  readonly claims: AccessTokenClaims & { site: string };
  readonly access: Access;
  readonly traffic: Traffic;
  /** Network address of the client. */
  readonly address: string;
  readonly since: EpochMs;
  /** The client's current topic filters. */
  readonly filters: Set<string>;
  /** The directory version (number of changes seen) when its access was read. */
  readonly directoryVersion: number;
  /** Bytes that the client has not read yet. */
  backlogBytes(): number;
};

/** The part of a connection that tests, benches and the debug view may see. */
export type ConnectionInfo = Readonly<Traffic> & {
  readonly clientId: string;
  readonly kind: AccessTokenClaims['kind'];
  readonly tenant: string;
  readonly site: string;
  readonly sub: string;
  readonly since: number;
  readonly filters: readonly string[];
};

export const connectionInfo = (c: Connection): ConnectionInfo => ({
  clientId: c.clientId,
  kind: c.claims.kind,
  tenant: c.claims.tenant,
  site: c.claims.site,
  sub: c.claims.sub,
  since: c.since,
  filters: [...c.filters],
  ...c.traffic,
});
