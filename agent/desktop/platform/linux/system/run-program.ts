import { execFile } from 'node:child_process';

const TIMEOUT_MS = 10_000;
/** A list of all installed packages is about a megabyte. */
const MAX_OUTPUT_BYTES = 32_000_000;

/** Runs a program to its end and returns its output. Undefined: it is not installed, or it failed. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const options = { timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES, ...(signal && { signal }) };
    execFile(program, [...args], options, (error, output) => resolve(error ? undefined : output));
  });
