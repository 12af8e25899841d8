/** Runs Vite's build in a process of its own, because builds run in parallel and with another NODE_ENV. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type ViteRun = { ok: boolean; output: string };

export function runVite(
  root: string,
  about: {
    /** The arguments of `vite build`. */
    args: readonly string[];
    /** Collects the output and returns it, instead of printing it. */
    quiet: boolean;
    /** An abort stops the build and counts as a failure. */
    signal?: AbortSignal | undefined;
  },
): Promise<ViteRun> {
  return new Promise((resolve) => {
    const { quiet, signal } = about;
    const args = ['build', ...about.args, ...(quiet ? ['--logLevel', 'error'] : [])];
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
      signal,
    });
    let output = '';
    const keep = (text: Buffer) => {
      output += text;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: output + error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
