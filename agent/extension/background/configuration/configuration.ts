/** The settings of this browser: those of the administrator, or those that a person entered by hand. */
import { readManagedConfiguration, type SiteDeployment } from '#protocol/deployment.ts';
import { ENTERED_SETTINGS } from '../../links.ts';

/** Settings of the administrator take precedence. Returns undefined if the browser has none. */
export async function currentDeployment(): Promise<SiteDeployment | undefined> {
  // Rejects in a browser without support for policies.
  const managed = await chrome.storage.managed.get().catch(() => ({}));
  if (Object.keys(managed).length > 0) return readManagedConfiguration(managed);
  const stored: Record<string, unknown> = await chrome.storage.local.get(ENTERED_SETTINGS);
  return readManagedConfiguration(stored[ENTERED_SETTINGS]);
}

/** Calls `changed` when the settings may have changed. Policies arrive after the first start of the worker. */
export function followConfiguration(changed: () => void): void {
  chrome.storage.onChanged.addListener((changes, area) => {
    if (area === 'managed' || (area === 'local' && ENTERED_SETTINGS in changes)) changed();
  });
}
