/** Parses the command line of the desktop agent. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export type DesktopOptions = {
  /** The file with the deployment that the console shows for the site. */
  configFile: string;
  /** The folder of the agent's identity and tokens. Only its owner can read it. */
  dataDir: string;
};

export type Command = { name: 'run'; options: DesktopOptions } | { name: 'help' } | { name: 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

const FLAGS = {
  config: { type: 'string', default: '/etc/lectern-agent/deployment.json' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

export const USAGE = `Usage: lectern-agent [--config FILE] [--data FOLDER]

  --config FILE   the deployment of the site, as the console shows it (default: ${FLAGS.config.default})
  --data FOLDER   the agent's identity and tokens (default: ~/.local/state/lectern-agent)
  --version       prints the version
  -h, --help      prints this text`;

/** Returns the command, or an error about the command line for the user. */
export function readCommand(args: readonly string[], env: Environment): Command | { problem: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: FLAGS });
    if (values.help) return { name: 'help' };
    if (values.version) return { name: 'version' };
    const { config, data = env.STATE_DIRECTORY ?? join(stateHome(env), 'lectern-agent') } = values;
    return { name: 'run', options: { configFile: config, dataDir: data } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const stateHome = (env: Environment) => env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state');
