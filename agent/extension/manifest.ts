/** The manifest of the extension. `docs/extension.md` gives the reason for each permission. */
import { BLOCKED_PAGE, PANEL_PAGE } from './links.ts';

export type ManifestOptions = {
  /** One to four numbers with dots, for example `1.4.0`. */
  version: string;
  /** The public key as base64 of its SPKI form. The id of the extension follows from it. */
  publicKey?: string | undefined;
  /** The address at which browsers look for newer versions. */
  updateUrl?: string | undefined;
};

/** Alarms every 30 seconds, and workers that WebSocket traffic keeps alive. */
const MIN_CHROME_VERSION = '120';

/** The path of the icon, which browsers scale. */
export const ICON = 'icons/icon-192.png';

const PERMISSIONS = [
  'alarms',
  'debugger',
  'declarativeNetRequest',
  'downloads',
  'enterprise.deviceAttributes',
  'identity',
  'identity.email',
  'notifications',
  'offscreen',
  'scripting',
  'storage',
  'system.display',
  'tabs',
  'unlimitedStorage',
  'webNavigation',
] as const;

export const extensionManifest = ({ version, publicKey, updateUrl }: ManifestOptions) => ({
  manifest_version: 3,
  name: 'Lectern',
  description: 'Connects this browser with the classroom of your school.',
  version,
  minimum_chrome_version: MIN_CHROME_VERSION,
  ...(publicKey && { key: publicKey }),
  ...(updateUrl && { update_url: updateUrl }),
  icons: { 16: ICON, 48: ICON, 128: ICON },
  permissions: PERMISSIONS,
  host_permissions: ['<all_urls>'],
  incognito: 'spanning',
  storage: { managed_schema: 'managed-schema.json' },
  background: { service_worker: 'background.js', type: 'module' },
  action: { default_title: 'Lectern', default_popup: PANEL_PAGE },
  options_ui: { page: 'pages/options/options.html', open_in_tab: true },
  // Redirects by rules reach only pages that are listed here.
  web_accessible_resources: [{ resources: [BLOCKED_PAGE], matches: ['<all_urls>'] }],
});
