/**
 * Entry point of the platform's process. Standard output has the lines for the operator about tenants, then
 * `Lectern is ready at {address}`, for which a launcher waits; with an IPC channel it is a message too.
 * Standard error has one sentence for a failure (exit code 1), and warnings; with `LOG_FORMAT=json` each is
 * an object.
 */

import { mayRunDevelopmentProvider } from '#auth/identity/identity.ts';
import { createLog, type Log, type LogLevel } from '#base/log.ts';
import { sentenceOf } from '#base/start-failure.ts';
import { createTerminalLines, jsonLine, type LogFormat } from '#base/terminal-lines.ts';
import { rememberLengths } from '#broker/wire/mqtt-packet.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from '#store/seed/demo-accounts.ts';
import { helpText } from './options/option-specs.ts';
import { parseOptions } from './options/parse-options.ts';
import { createPlatform, type Platform } from './platform/platform.ts';
import { tenantLines } from './platform/tenant-lines.ts';

/** The messages to the launcher over IPC. `lines`: information for the operator. */
export type MainMessage =
  | {
      type: 'ready';
      port: number;
      accounts: readonly DemoAccount[];
      students: number;
      lines: readonly string[];
    }
  | { type: 'failed'; sentence: string };

const send = (message: MainMessage) => process.send?.(message);

let format: LogFormat = 'text';

function print(level: LogLevel, sentence: string): void {
  console.error(format === 'json' ? jsonLine({ level, message: sentence }, Date.now()) : sentence);
}

function fail(sentence: string): void {
  send({ type: 'failed', sentence });
  print('error', sentence);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2), process.env);
  if (parsed.name === 'help') return console.log(helpText());
  if (parsed.name === 'bad') return fail(parsed.sentence);
  const { options } = parsed;
  format = options.logFormat;
  const stop = new AbortController();
  const onSignal = () => {
    // The second signal exits immediately. The database loses nothing, because it recovers at the next start.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);

  const terminal = createTerminalLines((line) => console.error(line), { format });
  const log = createLog(terminal.write);
  rememberLengths();
  const platform = await createPlatform(options, { log });
  if (!stop.signal.aborted) {
    const accounts = mayRunDevelopmentProvider(options) ? DEMO_ACCOUNTS : [];
    const place = `${platform.origin('login')} (${options.listen}:${platform.port})`;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const clock = `Computers are woken by the clock of ${timeZone} (TZ names another)`;
    const lines = [...tenantLines(platform), clock, `Lectern is ready at ${place}`];
    for (const line of lines) console.log(line);
    send({ type: 'ready', port: platform.port, accounts, students: options.students, lines });
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  }
  await closeWithTimeout(platform, log);
  terminal.stop();
}

/** Calls and imports may take about two seconds. After this time the stop is considered to hang. */
const STOP_TIMEOUT_MS = 15_000;

async function closeWithTimeout(platform: Pick<Platform, 'close'>, log: Log): Promise<void> {
  const timer = setTimeout(() => {
    log.error('did not end in time, and was ended', { seconds: STOP_TIMEOUT_MS / 1_000 });
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  await platform.close().finally(() => clearTimeout(timer));
}

try {
  await run();
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === undefined) throw error;
  fail(sentence);
}
// The IPC channel must not keep a finished process alive.
if (process.connected) process.disconnect();
