/** Starts programs and opens pages, as the person at the machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { DONE, type Outcome, REFUSED } from '../../../../core/outcome.ts';
import type { Launch } from '../../../../core/screen.ts';

/** A program that cannot open a page says so within this time. Some openers run as long as the page is open. */
const OPEN_TIMEOUT_MS = 2_000;

export function launchProgram(launch: Launch): Promise<Outcome> {
  if ('url' in launch) return openPage(launch.url);
  const [program = '', ...first] = argumentsOf(launch.command);
  return startProgram(program, [...first, ...argumentsOf(launch.args)]);
}

/** Resolves when the program runs. It outlives the agent. */
function startProgram(program: string, args: readonly string[]): Promise<Outcome> {
  if (program === '') return Promise.resolve(REFUSED);
  return new Promise((resolve) => {
    const child = spawnDetached(program, args);
    child.once('spawn', () => resolve(DONE));
    child.once('error', () => resolve(REFUSED));
  });
}

function openPage(url: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawnDetached('xdg-open', [url]);
    const timeout = setTimeout(() => resolve(DONE), OPEN_TIMEOUT_MS);
    const end = (outcome: Outcome) => {
      clearTimeout(timeout);
      resolve(outcome);
    };
    child.once('error', () => end(REFUSED));
    child.once('exit', (code) => end(code === 0 ? DONE : REFUSED));
  });
}

function spawnDetached(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, [...args], { stdio: 'ignore', detached: true });
  child.unref();
  return child;
}

/** Divides a command line at spaces. Quotation marks hold an argument together. No shell is involved. */
export const argumentsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
