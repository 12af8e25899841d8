/**
 * Settings that an administrator installs on devices so that they enrol at a site, in the forms in which they
 * are copied: the policy of a Chrome extension, a policy file of Chrome, and the arguments of the Windows
 * installer.
 */
import * as v from 'valibot';

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const deploymentFieldsSchema = v.object({
  /** Address at which devices find the tenant's configuration document. */
  configUrl: v.pipe(v.string(), v.url(), v.maxLength(2_048)),
  tenantKey: word,
  siteId: word,
  /** The site's token. Without it a device knows its site but cannot enrol. */
  secret: v.optional(word),
});
export type SiteDeployment = v.InferOutput<typeof deploymentFieldsSchema>;

/** A field of a policy: plain, or as the `Value` of an object. */
const policyFieldSchema = v.union([
  v.string(),
  v.pipe(
    v.object({ Value: v.string() }),
    v.transform(({ Value }) => Value),
  ),
]);

const policySchema = v.pipe(
  v.object({
    configUrl: policyFieldSchema,
    tenantKey: policyFieldSchema,
    siteId: policyFieldSchema,
    secret: v.optional(policyFieldSchema),
  }),
  deploymentFieldsSchema,
);

/** The fields in the order of output, with their names in each form. */
const FIELDS = [
  ['tenantKey', 'TENANT_KEY'],
  ['siteId', 'SITE_ID'],
  ['configUrl', 'CONFIG_URL'],
  ['secret', 'SECRET'],
] as const;

/** The fields that have a value, in the order of output. */
function fieldsOf(deployment: SiteDeployment): [field: string, value: string][] {
  return FIELDS.flatMap(([field]) => {
    const value = deployment[field];
    return value === undefined ? [] : [[field, value] satisfies [string, string]];
  });
}

/** Format of the Google admin console: each field is an object with a `Value`. */
export function policyJson(deployment: SiteDeployment): string {
  const entries = fieldsOf(deployment).map(([field, Value]) => [field, { Value }]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** An extension as policies name it. `updateUrl`: the address of its update manifest. */
export type ForcedExtension = { id: string; updateUrl: string };

/** Keeps students from windows in which Chrome runs no extension: incognito windows, and those of guests. */
const NO_WINDOW_WITHOUT_EXTENSIONS = { IncognitoModeAvailability: 1, BrowserGuestModeEnabled: false };

/**
 * A policy file of Chrome and Chromium on Linux. It installs the extension and configures it; students can
 * neither remove nor disable it. `isStrict` also turns off incognito windows and the guest mode.
 */
export function policyFile(
  deployment: SiteDeployment,
  { id, updateUrl }: ForcedExtension,
  { isStrict }: { isStrict: boolean },
): string {
  const settings = {
    installation_mode: 'force_installed',
    update_url: updateUrl,
    // Otherwise Chrome takes updates from the address in the manifest of the installed version.
    override_update_url: true,
    toolbar_pin: 'force_pinned',
  };
  const policies = {
    ExtensionSettings: { [id]: settings },
    '3rdparty': { extensions: { [id]: Object.fromEntries(fieldsOf(deployment)) } },
    ...(isStrict && NO_WINDOW_WITHOUT_EXTENSIONS),
  };
  return JSON.stringify(policies, null, 2);
}

/** Properties in the format of Windows Installer: `NAME="value"`, with a space between them. */
export function installerArguments(deployment: SiteDeployment): string {
  return FIELDS.flatMap(([field, name]) => {
    const value = deployment[field];
    return value === undefined ? [] : [`${name}="${value}"`];
  }).join(' ');
}

/** Parses policy JSON or installer arguments. Throws if the text is neither, or if a field is missing. */
export function parseDeployment(text: string): SiteDeployment {
  const trimmed = text.trim();
  return trimmed.startsWith('{')
    ? v.parse(policySchema, JSON.parse(trimmed))
    : v.parse(deploymentFieldsSchema, fieldsOfArguments(trimmed));
}

/**
 * Reads the managed configuration of a browser extension (`chrome.storage.managed`). Undefined: a field is
 * missing or invalid, for example because no policy has arrived yet. Each field may be plain, as browsers pass
 * it on, or an object with a `Value`, as the Google admin console has it.
 */
export function readManagedConfiguration(values: unknown): SiteDeployment | undefined {
  const parsed = v.safeParse(policySchema, values);
  return parsed.success ? parsed.output : undefined;
}

function fieldsOfArguments(text: string): Record<string, string> {
  const values = new Map(
    [...text.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  return Object.fromEntries(
    FIELDS.flatMap(([field, name]) => {
      const value = values.get(name);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
