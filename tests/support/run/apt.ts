/** Installs Debian's packages, where that is possible without asking: as root on Debian or Ubuntu. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

export const canAptInstall = () =>
  existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Rejects with one sentence that says what to do. */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...packages]);
}

function aptGet(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new Error(`“apt-get ${args.join(' ')}” failed: install it by hand and run the tests again.`),
          ),
    );
  });
}
