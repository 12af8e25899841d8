/** The options of the platform: flags and environment variables, read once at the start. */
import { isIP } from 'node:net';
import { join } from 'node:path';
import { isOwnStunServer } from '#protocol/peer/ice-servers.ts';
import { parseEncryptionKey } from './auth/secrets/encryption-key.ts';
import { MAX_ACCESS_TOKEN_SECONDS } from './auth/sessions/ended-sessions.ts';
import type { LogFormat } from './http/terminal-lines.ts';
import { isProxyName } from './http/trusted-proxies.ts';
import { OPTION_SPECS } from './option-specs.ts';
import { SCHOOL_SIZE } from './store/seed/school.ts';
import type { NewTenant } from './store/tenants/tenants.ts';

/** One provider's real client, where the platform is registered with it. */
export type RealProvider = { clientId: string };

/** As whom the platform reads the directories of schools at a provider. */
export type DirectoryClient = { clientId: string; clientSecret: string };

/** A bucket of a store that speaks S3. `endpoint`: its origin, where it is not Amazon's own. */
export type S3Options = {
  bucket: string;
  region: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const CHROME_WEB_STORE = 'https://clients2.google.com/service/update2/crx';

export type PlatformOptions = {
  /** 0 takes a free port. */
  port: number;
  listen: string;
  /** The name under which `{tenant}.`, `login.`, `config.` and `id.` are reached. */
  domain: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** What several processes of the platform share; undefined: there is one. */
  redisUrl: string | undefined;
  /** How many processes run here. */
  processes: number;
  /** Where the other processes reach this one; port 0 takes a free one. */
  relayListen: { host: string; port: number };
  /** 32 bytes; undefined: those of a file in the data folder, which is made where there is none. */
  encryptionKey: Buffer | undefined;
  students: number;
  /** A tenant that begins with nothing, in place of the demo; it is made where there is none with its key. */
  empty: NewTenant | undefined;
  /** The demo's first site is filled up to so many devices and people; undefined: it stays as it is. */
  school: number | undefined;
  /** The commands `start` and `dev` empty the data folder before the platform opens it. */
  reset: boolean;
  /** The links of all student pages are renewed at the start: those of before open nothing any more. */
  renewPageLink: boolean;
  configUrl: string | undefined;
  loginUrl: string | undefined;
  publicAuthUrl: string | undefined;
  publicRestUrl: string | undefined;
  publicMqttUrl: string | undefined;
  google: RealProvider | undefined;
  /** `tenant` is a directory id, `organizations`, or with private accounts `consumers` or `common` (both). */
  microsoft: (RealProvider & { tenant: string }) | undefined;
  /** Undefined: directories of that provider cannot be read, or on this machine only a stand-in of them. */
  googleDirectory: DirectoryClient | undefined;
  microsoftDirectory: DirectoryClient | undefined;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** How many student pages a site knows at most. */
  mostPages: number;
  /** Student pages that were not used for so many days are removed. */
  pageDays: number;
  /** Days that events and the logs of tutors are kept. */
  eventDays: number;
  /**
   * The TLS proxies in front (`isProxyName`): public addresses are https without a port, and the X-Forwarded-* headers
   * of these proxies, and of no other sender, are believed. Empty: there is no proxy.
   */
  trustedProxies: readonly string[];
  /** How long a tutor's session lasts from the sign-in on, however often it is refreshed. */
  sessionSeconds: number;
  /** How long a tutor's session may stay unused. */
  idleSeconds: number;
  stunServer: string | undefined;
  iceServer: string | undefined;
  iceSecret: string | undefined;
  /** A PEM file, or a folder with one for each tenant. */
  vncCa: string | undefined;
  /** Where administrators download an installer of the site runner; undefined: there is the program for Node. */
  runnerInstallerUrl: string | undefined;
  /** The extension that brings Chromebooks into a site. Undefined: this platform has none. */
  chromeExtension: { id: string; updateUrl: string } | undefined;
  /** Where the installer of the Windows agent is downloaded. Undefined: this platform has none. */
  windowsInstallerUrl: string | undefined;
  /** Where images are kept; undefined: in the data folder. */
  s3: S3Options | undefined;
  /** Who has it may read the metrics from anywhere. Undefined: this machine alone may, where no proxy is in front. */
  metricsToken: string | undefined;
  /** With which an external MQTT broker asks who may do what. Undefined: there is none that asks. */
  mqttAccessSecret: string | undefined;
  /** A Mosquitto in place of the embedded broker, and the folder of its files; undefined: the embedded one. */
  mqttBroker: { url: string; folder: string } | undefined;
  /** Of the log on standard error. */
  logFormat: LogFormat;
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
    const options = readOptions((name) => flags.values.get(name) ?? (env[name] || undefined), flags.switches);
    const refusal = refuseInTheOpen(options) ?? refuseUnshared(options) ?? refuseBroker(options);
    return refusal === undefined ? { name: 'ok', options } : { name: 'bad', sentence: refusal };
  } catch (error) {
    if (error instanceof BadOption) return { name: 'bad', sentence: error.message };
    throw error;
  }
}

/** Processes share everything that outlasts them. Undefined: the platform may start so. */
function refuseUnshared({ processes, databaseUrl, redisUrl }: PlatformOptions): string | undefined {
  if (processes > 1 && (databaseUrl === undefined || redisUrl === undefined)) {
    return `--processes ${processes} needs a PostgreSQL database and a Redis that the processes share: set DATABASE_URL and REDIS_URL.`;
  }
  return redisUrl !== undefined && databaseUrl === undefined
    ? 'REDIS_URL is for several processes of the platform, which share a PostgreSQL database too: set DATABASE_URL.'
    : undefined;
}

/** Undefined: the platform may start so. */
function refuseBroker({ mqttBroker: broker, publicMqttUrl, redisUrl }: PlatformOptions): string | undefined {
  if (broker && publicMqttUrl === undefined)
    return 'MQTT_BROKER_URL is how the platform reaches the broker: say with PUBLIC_MQTT_URL how browsers and devices reach it.';
  return broker && redisUrl !== undefined
    ? 'MQTT_BROKER_URL is for a platform of one process: several would each write the files of the broker. Leave REDIS_URL out, or the broker.'
    : undefined;
}

/** What others can reach needs real identity providers and TLS. Undefined: the platform may start so. */
function refuseInTheOpen(options: PlatformOptions): string | undefined {
  const open = !isLoopbackAddress(options.listen)
    ? `LISTEN=${options.listen}`
    : !isLoopbackDomain(options.domain)
      ? `DOMAIN=${options.domain}`
      : undefined;
  const isProxied = options.trustedProxies.length > 0;
  // The development identity provider lets anybody be anybody: it must never be reachable from elsewhere.
  if ((open !== undefined || isProxied) && !options.google && !options.microsoft) {
    return `${open ?? 'TRUST_PROXY'} opens the platform to other machines, which needs real identity providers: set GOOGLE_CLIENT_ID or MICROSOFT_CLIENT_ID (the development identity provider runs on this machine only).`;
  }
  if (options.school !== undefined && (open !== undefined || isProxied)) {
    return `SCHOOL fills the school of the demo, and with ${open ?? 'TRUST_PROXY'} there is no demo.`;
  }
  if (options.school !== undefined && options.empty) {
    return 'SCHOOL fills the school of the demo, and with --empty there is no demo.';
  }
  // Passwords of remote control, tokens and screens would cross the network in the clear.
  return open === undefined || isProxied
    ? undefined
    : `${open} opens the platform to other machines, which needs TLS: put a proxy that ends TLS in front of it, and name the proxy’s address with TRUST_PROXY (TRUST_PROXY=loopback where it runs on this machine).`;
}

/** What is on with its flag. */
const SWITCHES = { '--reset': 'reset', '--renew-page-link': 'renewPageLink', '--empty': 'empty' } as const;
type Switch = (typeof SWITCHES)[keyof typeof SWITCHES];
type Flags = { values: Map<string, string>; switches: ReadonlySet<Switch> };
const isSwitch = (flag: string): flag is keyof typeof SWITCHES => Object.hasOwn(SWITCHES, flag);

function readFlags(argv: readonly string[]): Flags | 'help' {
  const values = new Map<string, string>();
  const switches = new Set<Switch>();
  for (let i = 0; i < argv.length; i++) {
    const [flag, inline] = splitFlag(argv[i] ?? '');
    if (flag === '--help' || flag === '-h') return 'help';
    if (isSwitch(flag)) {
      switches.add(SWITCHES[flag]);
      continue;
    }
    const spec = OPTION_SPECS.find((candidate) => candidate.flag && `--${candidate.flag}` === flag);
    if (spec === undefined) throw new BadOption(`There is no option ${flag}; --help lists them.`);
    const value = inline ?? argv[++i];
    if (value === undefined || value === '') throw new BadOption(`${flag} needs a value (${spec.value}).`);
    values.set(spec.name, value);
  }
  if (!switches.has('empty') && (values.has('LECTERN_TENANT') || values.has('LECTERN_TENANT_NAME')))
    throw new BadOption('--tenant and --tenant-name say what --empty begins: add --empty.');
  return { values, switches };
}

function splitFlag(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

function readOptions(
  read: (name: string) => string | undefined,
  switches: ReadonlySet<Switch>,
): PlatformOptions {
  const google = read('GOOGLE_CLIENT_ID');
  const microsoft = read('MICROSOFT_CLIENT_ID');
  const domain = domainName(read('DOMAIN') ?? 'localhost');
  const empty = switches.has('empty') ? emptyTenant(read) : undefined;
  return {
    port: integer(read, 'PORT', { preset: 8080, min: 0, max: 65_535 }),
    listen: listenAddress(read('LISTEN') ?? '127.0.0.1'),
    domain,
    dataDir: dataFolder(read),
    databaseUrl: url(read, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url(read, 'REDIS_URL', ['redis:', 'rediss:']),
    processes: integer(read, 'PROCESSES', { preset: 1, min: 1, max: 64 }),
    relayListen: relayListen(read('RELAY_LISTEN') ?? '127.0.0.1'),
    encryptionKey: encryptionKey(read('LECTERN_KEY')),
    students: empty ? 0 : integer(read, 'STUDENTS', { preset: 30, min: 0, max: 3_000 }),
    empty,
    school: integer(read, 'SCHOOL', { preset: undefined, ...SCHOOL_SIZE }),
    reset: switches.has('reset'),
    renewPageLink: switches.has('renewPageLink'),
    configUrl: url(read, 'CONFIG_URL', ['http:', 'https:']),
    loginUrl: url(read, 'LOGIN_URL', ['http:', 'https:']),
    publicAuthUrl: url(read, 'PUBLIC_AUTH_URL', ['http:', 'https:']),
    publicRestUrl: url(read, 'PUBLIC_REST_URL', ['http:', 'https:']),
    publicMqttUrl: url(read, 'PUBLIC_MQTT_URL', ['ws:', 'wss:']),
    google: google === undefined ? undefined : { clientId: google },
    microsoft:
      microsoft === undefined
        ? undefined
        : { clientId: microsoft, tenant: microsoftTenant(read('MICROSOFT_TENANT') ?? 'organizations') },
    googleDirectory: directoryClient(read, 'GOOGLE'),
    microsoftDirectory: directoryClient(read, 'MICROSOFT'),
    accessTokenSeconds: integer(read, 'ACCESS_TOKEN_SECONDS', {
      preset: 900,
      min: 5,
      max: MAX_ACCESS_TOKEN_SECONDS,
    }),
    refreshTokenSeconds: integer(read, 'REFRESH_TOKEN_SECONDS', {
      preset: 1_209_600,
      min: 5,
      max: 31_536_000,
    }),
    mostPages: integer(read, 'PAGE_DEVICES', { preset: 1_000, min: 1, max: 100_000 }),
    pageDays: integer(read, 'PAGE_DAYS', { preset: 30, min: 1, max: 3_650 }),
    eventDays: integer(read, 'EVENT_DAYS', { preset: 365, min: 1, max: 36_500 }),
    trustedProxies: proxies(read('TRUST_PROXY')),
    sessionSeconds: integer(read, 'SESSION_SECONDS', { preset: 43_200, min: 5, max: 2_592_000 }),
    idleSeconds: integer(read, 'IDLE_SECONDS', { preset: 21_600, min: 5, max: 2_592_000 }),
    stunServer: stunServer(read('STUN_SERVER'), domain),
    iceServer: url(read, 'ICE_SERVER', ['turn:', 'turns:']),
    iceSecret: read('ICE_SECRET'),
    vncCa: read('VNC_CA'),
    runnerInstallerUrl: url(read, 'RUNNER_INSTALLER_URL', ['https:']),
    chromeExtension: chromeExtension(read),
    windowsInstallerUrl: url(read, 'WINDOWS_INSTALLER_URL', ['http:', 'https:']),
    s3: s3(read),
    metricsToken: bearerText(read, 'METRICS_TOKEN'),
    mqttAccessSecret: bearerText(read, 'MQTT_ACCESS_SECRET'),
    mqttBroker: mqttBroker(read),
    logFormat: logFormat(read('LOG_FORMAT') ?? 'text'),
  };
}

function integer<Preset extends number | undefined>(
  read: (name: string) => string | undefined,
  name: string,
  { preset, min, max }: { preset: Preset; min: number; max: number },
): number | Preset {
  const text = read(name);
  if (text === undefined) return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new BadOption(`${name} must be a whole number from ${min} to ${max}, not “${text}”.`);
  }
  return value;
}

/** Host names of the platform's own, and the demo's. */
const TAKEN_KEYS = ['login', 'config', 'id', 'demo'];
const MAX_NAME = 100;

function emptyTenant(read: (name: string) => string | undefined): NewTenant {
  const [key, name] = [read('LECTERN_TENANT'), read('LECTERN_TENANT_NAME')];
  const label = (key ?? 'school').toLowerCase();
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) || TAKEN_KEYS.includes(label)) {
    throw new BadOption(
      `--tenant must be letters, digits and hyphens that can begin a host name, and none of ${TAKEN_KEYS.join(', ')}, not “${key}”.`,
    );
  }
  if (name !== undefined && name.length > MAX_NAME)
    throw new BadOption(`--tenant-name must have at most ${MAX_NAME} characters.`);
  return { key: label, name: name ?? nameOfKey(label) };
}

/** A name for people: `north-hill` becomes “North Hill”. */
const nameOfKey = (key: string) =>
  key
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function listenAddress(text: string): string {
  if (isIP(text) === 0 && text !== 'localhost') {
    throw new BadOption(`LISTEN must be an IP address such as 127.0.0.1 or 0.0.0.0, not “${text}”.`);
  }
  return text;
}

/** An address, with a port behind it where it shall always be the same. */
function relayListen(text: string): { host: string; port: number } {
  const withPort = isIP(text) === 0 ? /^(.*):(\d{1,5})$/.exec(text) : undefined;
  const [, host = text, port = '0'] = withPort ?? [];
  const bare = host.replace(/^\[|\]$/g, '');
  // Every other process dials it as it stands here.
  if (isIP(bare) === 0 || Number(port) > 65_535 || bare === '0.0.0.0' || bare === '::') {
    throw new BadOption(
      `RELAY_LISTEN must be the IP address of this machine in the network of the processes, such as 10.0.0.5 or 10.0.0.5:7000, not “${text}”.`,
    );
  }
  return { host: bare, port: Number(port) };
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

/** The value itself is not repeated. */
function encryptionKey(text: string | undefined): Buffer | undefined {
  const key = text === undefined ? undefined : parseEncryptionKey(text);
  if (text !== undefined && key === undefined) {
    throw new BadOption(
      'LECTERN_KEY must be 32 random bytes in base64 or hexadecimal digits, such as openssl rand -base64 32 prints.',
    );
  }
  return key;
}

function microsoftTenant(text: string): string {
  // A domain name would not tell which directory a token has to come from.
  if (!/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|organizations|common|consumers)$/i.test(text)) {
    throw new BadOption(
      `MICROSOFT_TENANT must be a directory id, organizations, or with private accounts common or consumers, not “${text}”.`,
    );
  }
  return text.toLowerCase();
}

/** The platform's own STUN server, on the one port that consoles accept: addresses go nowhere else. */
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

function mqttBroker(read: (name: string) => string | undefined): PlatformOptions['mqttBroker'] {
  const address = url(read, 'MQTT_BROKER_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']);
  if (address === undefined) return undefined;
  return { url: address, folder: read('MQTT_BROKER_FILES') ?? join(dataFolder(read), 'mosquitto') };
}

const dataFolder = (read: (name: string) => string | undefined) => read('LECTERN_DATA') ?? '.data';

/** From the Chrome Web Store, unless the operator has a place of their own. */
function chromeExtension(read: (name: string) => string | undefined): PlatformOptions['chromeExtension'] {
  const id = read('CHROME_EXTENSION_ID');
  if (id === undefined) return undefined;
  if (!/^[a-p]{32}$/.test(id)) {
    throw new BadOption(`CHROME_EXTENSION_ID must be 32 letters from a to p, not “${id}”.`);
  }
  return { id, updateUrl: url(read, 'CHROME_UPDATE_URL', ['http:', 'https:']) ?? CHROME_WEB_STORE };
}

/** The values themselves are not repeated. */
function s3(read: (name: string) => string | undefined): S3Options | undefined {
  const bucket = read('S3_BUCKET');
  if (bucket === undefined) return undefined;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new BadOption(
      'S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.',
    );
  }
  const region = read('S3_REGION') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) {
    throw new BadOption('S3_REGION must be the name of a region such as eu-central-1.');
  }
  const endpoint = url(read, 'S3_ENDPOINT', ['http:', 'https:']) ?? `https://s3.${region}.amazonaws.com`;
  if (endpoint !== new URL(endpoint).origin) {
    throw new BadOption('S3_ENDPOINT must be an origin such as https://s3.school.example, without a path.');
  }
  const [accessKeyId, secretAccessKey] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new BadOption('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  }
  return { bucket, region, endpoint, accessKeyId, secretAccessKey };
}

/** The value itself is not repeated. */
function bearerText(read: (name: string) => string | undefined, name: string): string | undefined {
  const text = read(name);
  if (text !== undefined && !/^[\x21-\x7e]{16,200}$/.test(text)) {
    throw new BadOption(
      `${name} must be 16 to 200 characters without spaces, such as openssl rand -hex 24 prints.`,
    );
  }
  return text;
}

function logFormat(text: string): LogFormat {
  if (text === 'text' || text === 'json') return text;
  throw new BadOption(`LOG_FORMAT must be text or json, not “${text}”.`);
}

/** The values themselves are not repeated. */
function directoryClient(
  read: (name: string) => string | undefined,
  provider: 'GOOGLE' | 'MICROSOFT',
): DirectoryClient | undefined {
  const names = [`${provider}_DIRECTORY_CLIENT_ID`, `${provider}_DIRECTORY_CLIENT_SECRET`] as const;
  const [clientId, clientSecret] = names.map(read);
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new BadOption(`${names.join(' and ')} need each other.`);
  return { clientId, clientSecret };
}

function proxies(text: string | undefined): readonly string[] {
  if (text === undefined || text === '0' || text === 'false') return [];
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isProxyName)) return names;
  throw new BadOption(
    `TRUST_PROXY must name the proxies whose headers are believed, not “${text}”: loopback for one on this machine, or addresses and ranges such as 10.0.0.5,10.1.0.0/24.`,
  );
}
