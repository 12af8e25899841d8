/** The desktop agent's command line (`--help` prints the usage). */
import { VERSION } from '#protocol/version.ts';
import { openLinuxPlatform } from './platform/linux/linux-platform.ts';
import { type DesktopOptions, readCommand, USAGE } from './program/desktop-options.ts';
import { startDesktopProgram } from './program/desktop-program.ts';

/** Longer than the disconnect from the broker takes. */
const STOP_TIMEOUT_MS = 3_000;

/** systemd's journal adds a time to each line itself. */
const log = (line: string) =>
  console.log(process.env.INVOCATION_ID === undefined ? `${new Date().toISOString()} ${line}` : line);

/** Resolves with the exit code; an agent that has started runs on. */
export async function main(args: readonly string[]): Promise<number> {
  const command = readCommand(args, process.env);
  if ('problem' in command) {
    console.error(`${command.problem}\n\n${USAGE}`);
    return 2;
  }
  if (command.name === 'help') console.log(USAGE);
  else if (command.name === 'version') console.log(VERSION);
  else return run(command.options);
  return 0;
}

async function run(options: DesktopOptions): Promise<number> {
  try {
    const platform = await openLinuxPlatform({ log, onLost: () => process.exit(1) });
    const program = startDesktopProgram(options, { platform, log });
    const leave = () => {
      // The exit must not wait for a broker that does not answer.
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      void program.stop().then(() => process.exit(0));
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
