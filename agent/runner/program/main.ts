/** The site runner's command line (`--help` prints the usage). It is bundled into one file for Node. */
import { RUNNER_VERSION } from '#protocol/runner-version.ts';
import { askToken } from './ask-token.ts';
import { installService, isKnownToken } from './install-service.ts';
import { type RunnerOptions, readCommand } from './runner-options.ts';
import { startRunnerProgram } from './runner-program.ts';
import { readToken } from './token-source.ts';
import { USAGE } from './usage.ts';

/** Longer than the disconnect from the broker takes. */
const STOP_TIMEOUT_MS = 3_000;

/** systemd's journal adds a time to each line itself. */
const log = (line: string) =>
  console.log(process.env.INVOCATION_ID === undefined ? `${new Date().toISOString()} ${line}` : line);

async function main(args: readonly string[]): Promise<void> {
  const command = readCommand(args, process.env);
  if ('problem' in command) {
    console.error(`${command.problem}\n--help says what there is.`);
    process.exitCode = 2;
    return;
  }
  if (command.name === 'help') return console.log(USAGE);
  if (command.name === 'version') return console.log(RUNNER_VERSION);
  if (command.name === 'install') return install(command.options, command.root);
  run(command.options);
}

function run(options: RunnerOptions): void {
  const program = startRunnerProgram(options, { log });
  const leave = () => {
    // The exit must not wait for a broker that does not answer.
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void program.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
}

async function install(options: RunnerOptions, root: string): Promise<void> {
  const { origin, tenant, hostname } = options;
  const token =
    options.token.name === 'missing'
      ? await askToken(process.stdin, process.stdout)
      : readToken(options.token);
  if (token === '') throw new Error('There is no token.');
  if (!(await isKnownToken({ origin, tenant, token, hostname })))
    throw new Error('The platform knows no site runner with this token. Copy it again from the console.');
  await installService({
    root,
    program: process.argv[1] ?? '',
    token,
    options,
    log: (line) => console.log(line),
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
