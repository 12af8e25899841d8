import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a tool of node_modules in this terminal; answers its exit code. `bin`: its file below node_modules. */
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
