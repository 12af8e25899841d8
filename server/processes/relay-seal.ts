/**
 * What one process of a platform says to another, sealed with a key that all of them have. The seal proves who says it,
 * and hides nothing: the network between them is the operator's own.
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalText } from '../auth/secrets/secrets.ts';
import type { ProcessName, SiteName } from './site-leases.ts';

export type RelayCall = {
  /** `/mqtt`, with the query of the client's own request where it is one. */
  path: string;
  /** Who is meant. */
  process: ProcessName;
  /** Undefined: of no site. */
  site: SiteName | undefined;
  /** The network address of the client. */
  address: string;
};

export type RelaySeal = {
  headersFor(call: RelayCall, body?: string): Record<string, string>;
  /** Undefined: another process has not said that, or not just now. */
  read(
    request: { url?: string | undefined; headers: IncomingHttpHeaders },
    body?: string,
  ): RelayCall | undefined;
};

/** Clocks of machines differ a little. */
const MAX_AGE_MS = 60_000;

const AT = 'x-lectern-at';
const PROCESS = 'x-lectern-process';
const SITE = 'x-lectern-site';
const ADDRESS = 'x-lectern-address';
const SEAL = 'x-lectern-seal';

/** `clock`: epoch milliseconds. */
export function createRelaySeal(secret: Buffer, clock: () => number): RelaySeal {
  const sealOf = ({ path, process, site, address }: RelayCall, at: string, body: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([at, path, process, site ?? null, address, hashOf(body)]))
      .digest('base64url');
  return {
    headersFor(call, body = '') {
      const at = String(clock());
      return {
        [AT]: at,
        [PROCESS]: call.process,
        [ADDRESS]: call.address,
        [SEAL]: sealOf(call, at, body),
        ...(call.site !== undefined && { [SITE]: encodeURIComponent(call.site) }),
      };
    },
    read({ url = '', headers }, body = '') {
      const text = (name: string) => String(headers[name] ?? '');
      const call = {
        path: url,
        process: text(PROCESS),
        site: headers[SITE] === undefined ? undefined : decoded(text(SITE)),
        address: text(ADDRESS),
      };
      const at = text(AT);
      if (!(Math.abs(clock() - Number(at)) <= MAX_AGE_MS)) return undefined;
      return equalText(text(SEAL), sealOf(call, at, body)) ? call : undefined;
    },
  };
}

const hashOf = (body: string) => createHash('sha256').update(body).digest('base64url');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
