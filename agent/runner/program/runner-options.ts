/** Parses the command line and the environment of the site runner. */
import { isIPv4 } from 'node:net';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { WakeDestination } from '../wake-sender.ts';
import { type PlatformAddress, platformAddress } from './platform-address.ts';
import type { TokenSource } from './token-source.ts';

export type RunnerOptions = PlatformAddress & {
  token: TokenSource;
  /** PEM files; undefined if the runner creates its own certificate. */
  tls: { certFile: string; keyFile: string } | undefined;
  /** Tutors' computers have imported the runner's own authority, so their consoles may call it unprompted. */
  isAuthorityTrusted: boolean;
  /** The folder of the runner's own certificate authority. */
  dataDir: string;
  hostname: string;
  port: number;
  /** Undefined: all addresses of the machine. */
  address: string | undefined;
  /** The address for consoles, if it differs from the certificate's host and the port. */
  nameUrl: string | undefined;
  /** Empty: the broadcast addresses of all networks of the machine. */
  wake: readonly WakeDestination[];
};

export type Command =
  | { name: 'run'; options: RunnerOptions }
  | { name: 'install'; options: RunnerOptions; root: string }
  | { name: 'help' }
  | { name: 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

const WAKE_PORT = 9;

const FLAGS = {
  platform: { type: 'string' },
  tenant: { type: 'string' },
  'token-file': { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  'authority-trusted': { type: 'boolean', default: false },
  data: { type: 'string' },
  hostname: { type: 'string' },
  port: { type: 'string', default: '443' },
  address: { type: 'string' },
  'name-url': { type: 'string' },
  wake: { type: 'string', multiple: true, default: [] as string[] },
  root: { type: 'string', default: '/' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** Returns the command, or an error about the command line for the user. */
export function readCommand(args: readonly string[], env: Environment): Command | { problem: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
    if (values.help) return { name: 'help' };
    if (values.version) return { name: 'version' };
    const [command = 'run', ...others] = positionals;
    if (others.length > 0 || (command !== 'run' && command !== 'install'))
      return { problem: `there is no command ${positionals.join(' ')}` };
    const options = optionsOf(values, env);
    if ('problem' in options) return options;
    if (command === 'run') return { name: 'run', options };
    if (values.data !== undefined)
      return { problem: '--data is not for install: the service keeps its files in /var/lib/lectern-runner' };
    return { name: 'install', options, root: values.root };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'];

function optionsOf(values: Values, env: Environment): RunnerOptions | { problem: string } {
  const platform = values.platform ?? env.LECTERN_PLATFORM;
  if (platform === undefined) return { problem: '--platform is missing: the address of the console' };
  const address = platformAddress(platform, values.tenant);
  if ('problem' in address) return address;
  if ((values.cert === undefined) !== (values.key === undefined))
    return { problem: '--cert and --key belong together' };
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    return { problem: '--port must be a number up to 65535' };
  if (values['name-url'] !== undefined && !isHttps(values['name-url']))
    return { problem: '--name-url must be an address that begins with https://' };
  const wake = values.wake.map(destinationOf);
  if (wake.some((each) => each === undefined))
    return { problem: '--wake must be an IPv4 address, with a port where it is not 9' };
  const { cert: certFile, key: keyFile } = values;
  return {
    ...address,
    token: tokenSource(values['token-file'], env),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    isAuthorityTrusted: values['authority-trusted'],
    dataDir: values.data ?? env.STATE_DIRECTORY ?? join(homedir(), '.lectern-runner'),
    hostname: values.hostname ?? hostname(),
    port: Number(values.port),
    address: values.address,
    nameUrl: values['name-url'],
    wake: wake.filter((each) => each !== undefined),
  };
}

/** The token itself is never an argument, because every user of the machine can read the command line. */
function tokenSource(file: string | undefined, env: Environment): TokenSource {
  if (file !== undefined) return { name: 'file', path: file };
  if (env.LECTERN_RUNNER_TOKEN) return { name: 'environment', token: env.LECTERN_RUNNER_TOKEN };
  if (env.CREDENTIALS_DIRECTORY) return { name: 'file', path: join(env.CREDENTIALS_DIRECTORY, 'token') };
  return { name: 'missing' };
}

const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';

function destinationOf(text: string): WakeDestination | undefined {
  const [address = '', digits = String(WAKE_PORT), ...more] = text.split(':');
  const port = Number(digits);
  const isPort = /^\d{1,5}$/.test(digits) && port > 0 && port < 65_536;
  return isIPv4(address) && isPort && more.length === 0 ? { address, port } : undefined;
}
