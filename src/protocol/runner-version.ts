/** Versions of the site runner's program. */

/** Of the program in `agent/runner/`, which the platform hands out. */
export const RUNNER_VERSION = '1.2.0';

/** The first one that says its name over HTTPS. */
const OLDEST_GOOD = '1.2.0';

/** Whether a runner's program is too old for what consoles ask of it. One that does not say its version is. */
export function isOldRunner(version: string | null): boolean {
  const [own, good] = [version ?? '0', OLDEST_GOOD].map((text) => text.split('.').map(Number));
  for (const [at, wanted] of (good ?? []).entries()) {
    const part = own?.[at] ?? 0;
    if (part !== wanted) return !(part > wanted);
  }
  return false;
}
