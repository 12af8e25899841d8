/** Parses flags and environment variables into the platform's options. A flag overrides its variable. */
import { MAX_ACCESS_TOKEN_SECONDS } from '#auth/sessions/ended-sessions.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import { SCHOOL_SIZE } from '#store/seed/school.ts';
import { BadOption } from './bad-option.ts';
import { emptyTenant } from './empty-tenant.ts';
import { readFlags, type Switch } from './flags.ts';
import { domainName, listenAddress, proxies, stunServer } from './network-values.ts';
import { refuseBroker, refuseInTheOpen, refuseUnshared } from './refusals.ts';
import { chromeExtension, directoryClient, microsoftTenant, mqttBroker, s3, turn } from './service-values.ts';
import { bearerText, dataFolder, encryptionKey, integer, logFormat, type ReadOption, url } from './values.ts';

export type OptionsResult =
  | { name: 'ok'; options: PlatformOptions }
  | { name: 'help' }
  | { name: 'bad'; sentence: string };

/** Parses flags and environment. For an invalid value, the result is a sentence for the operator. */
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

function readOptions(read: ReadOption, switches: ReadonlySet<Switch>): PlatformOptions {
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
    ...turn(read),
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
