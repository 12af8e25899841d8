import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a tool in this terminal and resolves to its exit code. `bin`: the file below node_modules. */
export function runTool(
  bin: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join('node_modules', bin), ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a tool like `runTool`, but returns its output, because other tools run in parallel. */
export function captureTool(
  bin: string,
  args: readonly string[],
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join('node_modules', bin), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env,
    });
    const written: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => written.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => written.push(bytes));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output: Buffer.concat(written).toString() }));
  });
}
