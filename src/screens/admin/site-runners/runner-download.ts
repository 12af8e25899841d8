import { tenant } from '../../../session/tenant.ts';
import { m } from './messages.ts';

/** The program for Node, which the platform hands out itself. */
export const RUNNER_PROGRAM = '/downloads/lectern-runner.mjs';

/** What administrators download, and what it is: an installer where the operator of the platform has one. */
export function runnerDownload(): { href: string; hint: string } {
  const installer = tenant.configuration.RUNNER_INSTALLER_URL;
  return installer === undefined
    ? { href: RUNNER_PROGRAM, hint: m.programHint }
    : { href: installer, hint: m.installerHint };
}
