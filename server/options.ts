/** What the platform can be told: flags and environment variables, read once at the start. */
import { isIP } from 'node:net';
import { isOwnStunServer } from '#protocol/ice-servers.ts';
import { OPTION_SPECS } from './option-specs.ts';

/** One provider's real client, where the platform is registered with it. */
export type RealProvider = { clientId: string };

export type PlatformOptions = {
  /** 0 takes a free port. */
  port: number;
  listen: string;
  /** The name under which `{tenant}.`, `login.`, `config.` and `id.` are reached. */
  domain: string;
  dataDir: string;
  databaseUrl: string | undefined;
  students: number;
  /** For the start script, which empties the data folder before the platform opens it. */
  reset: boolean;
  configUrl: string | undefined;
  loginUrl: string | undefined;
  publicAuthUrl: string | undefined;
  publicRestUrl: string | undefined;
  publicMqttUrl: string | undefined;
  google: RealProvider | undefined;
  /** `tenant` is a directory id, or `common`, `organizations` or `consumers`. */
  microsoft: (RealProvider & { tenant: string }) | undefined;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** A TLS proxy stands in front: public addresses are https without a port, clients by X-Forwarded-For. */
  trustProxy: boolean;
  stunServer: string | undefined;
  iceServer: string | undefined;
  iceSecret: string | undefined;
  /** A PEM file, or a folder with one for each tenant. */
  vncCa: string | undefined;
};

export type OptionsResult =
  | { name: 'ok'; options: PlatformOptions }
  | { name: 'help' }
  | { name: 'bad'; sentence: string };

/** True for the addresses that no other machine can reach. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:/, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** True for the names that browsers resolve to the own machine (RFC 6761). */
export const isLoopbackDomain = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost');

class BadOption extends Error {}

/** Reads flags and environment; a bad value becomes one sentence for the person who typed it. */
export function parseOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): OptionsResult {
  try {
    const flags = readFlags(argv);
    if (flags === 'help') return { name: 'help' };
    const options = readOptions((name) => flags.values.get(name) ?? (env[name] || undefined), flags.reset);
    const refusal = refuseWithoutProviders(options);
    return refusal === undefined ? { name: 'ok', options } : { name: 'bad', sentence: refusal };
  } catch (error) {
    if (error instanceof BadOption) return { name: 'bad', sentence: error.message };
    throw error;
  }
}

/** The development identity provider lets anybody be anybody: it must never be reachable from elsewhere. */
function refuseWithoutProviders(options: PlatformOptions): string | undefined {
  if (options.google || options.microsoft) return undefined;
  const open = !isLoopbackAddress(options.listen)
    ? `LISTEN=${options.listen}`
    : !isLoopbackDomain(options.domain)
      ? `DOMAIN=${options.domain}`
      : options.trustProxy
        ? 'TRUST_PROXY'
        : undefined;
  return open === undefined
    ? undefined
    : `${open} opens the platform to other machines, which needs real identity providers: set GOOGLE_CLIENT_ID or MICROSOFT_CLIENT_ID (the development identity provider runs on this machine only).`;
}

type Flags = { values: Map<string, string>; reset: boolean };

function readFlags(argv: readonly string[]): Flags | 'help' {
  const flags: Flags = { values: new Map(), reset: false };
  for (let i = 0; i < argv.length; i++) {
    const [flag, inline] = splitFlag(argv[i] ?? '');
    if (flag === '--help' || flag === '-h') return 'help';
    if (flag === '--reset') {
      flags.reset = true;
      continue;
    }
    const spec = OPTION_SPECS.find((candidate) => candidate.flag && `--${candidate.flag}` === flag);
    if (spec === undefined) throw new BadOption(`There is no option ${flag}; --help lists them.`);
    const value = inline ?? argv[++i];
    if (value === undefined || value === '') throw new BadOption(`${flag} needs a value (${spec.value}).`);
    flags.values.set(spec.name, value);
  }
  return flags;
}

function splitFlag(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

function readOptions(read: (name: string) => string | undefined, reset: boolean): PlatformOptions {
  const google = read('GOOGLE_CLIENT_ID');
  const microsoft = read('MICROSOFT_CLIENT_ID');
  const domain = domainName(read('DOMAIN') ?? 'localhost');
  return {
    port: integer(read, 'PORT', 8080, 0, 65_535),
    listen: listenAddress(read('LISTEN') ?? '127.0.0.1'),
    domain,
    dataDir: read('LECTERN_DATA') ?? '.data',
    databaseUrl: url(read, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    students: integer(read, 'STUDENTS', 30, 0, 1_000),
    reset,
    configUrl: url(read, 'CONFIG_URL', ['http:', 'https:']),
    loginUrl: url(read, 'LOGIN_URL', ['http:', 'https:']),
    publicAuthUrl: url(read, 'PUBLIC_AUTH_URL', ['http:', 'https:']),
    publicRestUrl: url(read, 'PUBLIC_REST_URL', ['http:', 'https:']),
    publicMqttUrl: url(read, 'PUBLIC_MQTT_URL', ['ws:', 'wss:']),
    google: google === undefined ? undefined : { clientId: google },
    microsoft:
      microsoft === undefined
        ? undefined
        : { clientId: microsoft, tenant: microsoftTenant(read('MICROSOFT_TENANT') ?? 'common') },
    accessTokenSeconds: integer(read, 'ACCESS_TOKEN_SECONDS', 900, 5, 86_400),
    refreshTokenSeconds: integer(read, 'REFRESH_TOKEN_SECONDS', 1_209_600, 5, 31_536_000),
    trustProxy: truth(read('TRUST_PROXY')),
    stunServer: stunServer(read('STUN_SERVER'), domain),
    iceServer: url(read, 'ICE_SERVER', ['turn:', 'turns:']),
    iceSecret: read('ICE_SECRET'),
    vncCa: read('VNC_CA'),
  };
}

function integer(
  read: (name: string) => string | undefined,
  name: string,
  preset: number,
  min: number,
  max: number,
): number {
  const text = read(name);
  if (text === undefined) return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new BadOption(`${name} must be a whole number from ${min} to ${max}, not “${text}”.`);
  }
  return value;
}

function listenAddress(text: string): string {
  if (isIP(text) === 0 && text !== 'localhost') {
    throw new BadOption(`LISTEN must be an IP address such as 127.0.0.1 or 0.0.0.0, not “${text}”.`);
  }
  return text;
}

function domainName(text: string): string {
  const name = text.toLowerCase();
  if (
    name.length > 200 ||
    !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(name) ||
    isIP(name)
  ) {
    throw new BadOption(
      `DOMAIN must be a host name such as school.example, without port or scheme, not “${text}”.`,
    );
  }
  return name;
}

function microsoftTenant(text: string): string {
  if (!/^[A-Za-z0-9.-]{1,128}$/.test(text)) {
    throw new BadOption(`MICROSOFT_TENANT must be a directory id, organizations or common, not “${text}”.`);
  }
  return text;
}

/** The platform's own, on the one port that is allowed (part 1 §9). */
function stunServer(text: string | undefined, domain: string): string | undefined {
  if (text === undefined) return undefined;
  if (!isOwnStunServer(text, domain)) {
    throw new BadOption(
      `STUN_SERVER must be the platform's own server on port 3478, such as stun:${domain}:3478, not “${text}”.`,
    );
  }
  return text;
}

/** An address without its closing slash. The value itself is not repeated: it may hold a password. */
function url(
  read: (name: string) => string | undefined,
  name: string,
  protocols: readonly string[],
): string | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new BadOption(`${name} must be an address that begins with ${protocols.join(' or ')}`);
  }
  return text.replace(/\/$/, '');
}

function truth(text: string | undefined): boolean {
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new BadOption(`TRUST_PROXY must be 1 or 0, not “${text}”.`);
}
