/** Versions of the site runner's program. */

/** Version of the program in `agent/runner/`, which the platform offers. */
export const RUNNER_VERSION = '1.2.0';

/** The first version that sends its name over HTTPS. */
const OLDEST_SUPPORTED = '1.2.0';

/** Whether a runner's program is too old for the requests of consoles. One without a version is. */
export function isOldRunner(version: string | null): boolean {
  const [own, oldest] = [version ?? '0', OLDEST_SUPPORTED].map((text) => text.split('.').map(Number));
  for (const [at, wanted] of (oldest ?? []).entries()) {
    const part = own?.[at] ?? 0;
    if (part !== wanted) return !(part > wanted);
  }
  return false;
}
