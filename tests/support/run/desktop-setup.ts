/** Before the first suite that needs a desktop: its programs, because suites that install at once disturb each other. */
import { ensureDesktopPackages } from '../linux-desktop/desktop-packages.ts';

export default async function desktopSetup(): Promise<void> {
  // Where they cannot be installed, the suites that need them say so.
  await ensureDesktopPackages().catch(() => {});
}
