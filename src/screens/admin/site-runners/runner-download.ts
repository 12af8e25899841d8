import { tenant } from '#session/tenant.ts';
import { m } from './messages.ts';

/** The Node program, which the platform serves itself. */
export const RUNNER_PROGRAM = '/downloads/lectern-runner.mjs';

/** The download for administrators and its description: an installer if the operator has configured one. */
export function runnerDownload(): { href: string; hint: string } {
  const installer = tenant.configuration.RUNNER_INSTALLER_URL;
  return installer === undefined
    ? { href: RUNNER_PROGRAM, hint: m.programHint }
    : { href: installer, hint: m.installerHint };
}
