/**
 * The platform as a process of its own. Standard output carries one line, `Lectern is ready at {address}`, which a
 * starter waits for; with an IPC channel the same comes as a message. Standard error carries one sentence for a
 * failure (exit code 1), and warnings.
 */
import { setUpSentence } from './auth/sign-in/set-up-codes.ts';
import { createLog } from './http/log.ts';
import { createTerminalLines } from './http/terminal-lines.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from './identity/demo-accounts.ts';
import { mayRunDevelopmentProvider } from './identity/identity.ts';
import { helpText } from './option-specs.ts';
import { parseOptions } from './options.ts';
import { createPlatform } from './platform.ts';
import { sentenceOf } from './start-failure.ts';

/** What the starter hears over IPC. */
export type MainMessage =
  | { type: 'ready'; port: number; accounts: readonly DemoAccount[]; students: number }
  | { type: 'failed'; sentence: string };

const tell = (message: MainMessage) => process.send?.(message);

function fail(sentence: string): void {
  tell({ type: 'failed', sentence });
  console.error(sentence);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2), process.env);
  if (parsed.name === 'help') return console.log(helpText());
  if (parsed.name === 'bad') return fail(parsed.sentence);
  const { options } = parsed;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

  const terminal = createTerminalLines((line) => console.error(line));
  const log = createLog(terminal.write);
  const platform = await createPlatform(options, { log });
  if (!stop.signal.aborted) {
    const accounts = mayRunDevelopmentProvider(options) ? DEMO_ACCOUNTS : [];
    for (const code of platform.setUpCodes) console.log(setUpSentence(code, platform.origin('login')));
    console.log(`Lectern is ready at ${platform.origin('login')} (${options.listen}:${platform.port})`);
    tell({ type: 'ready', port: platform.port, accounts, students: options.students });
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  }
  await platform.close();
  terminal.stop();
}

try {
  await run();
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === undefined) throw error;
  fail(sentence);
}
// The IPC channel of the starter must not keep a finished process alive.
if (process.connected) process.disconnect();
