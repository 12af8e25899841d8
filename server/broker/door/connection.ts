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
  /** The network address that it came from. */
  readonly address: string;
  readonly since: EpochMs;
  /** The topic filters that it holds. */
  readonly filters: Set<string>;
  /** How many changes of the directory had been seen when its reach was read. */
  readonly directoryVersion: number;
  /** Bytes that wait for it to read. */
  backlogBytes(): number;
};

/** What tests, benches and the debug view may see of a connection. */
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
