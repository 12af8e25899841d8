/**
 * Settings that an administrator installs on devices so that they enrol at a site, in the two forms in which
 * they are copied: the policy of a Chrome extension, and the arguments of the Windows installer.
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

/** The fields in the order of output, with their names in each form. */
const FIELDS = [
  ['tenantKey', 'TENANT_KEY'],
  ['siteId', 'SITE_ID'],
  ['configUrl', 'CONFIG_URL'],
  ['secret', 'SECRET'],
] as const;

/** Format of the Google admin console: each field is an object with a `Value`. */
export function policyJson(deployment: SiteDeployment): string {
  const entries = FIELDS.flatMap(([field]) => {
    const value = deployment[field];
    return value === undefined ? [] : [[field, { Value: value }] as const];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** Properties in the format of Windows Installer: `NAME="value"`, with a space between them. */
export function installerArguments(deployment: SiteDeployment): string {
  return FIELDS.flatMap(([field, name]) => {
    const value = deployment[field];
    return value === undefined ? [] : [`${name}="${value}"`];
  }).join(' ');
}

const valueSchema = v.object({ Value: v.string() });
const policySchema = v.record(v.string(), valueSchema);

/** Parses either form. Throws if the text is neither, or if a field is missing. */
export function parseDeployment(text: string): SiteDeployment {
  const trimmed = text.trim();
  return v.parse(
    deploymentFieldsSchema,
    trimmed.startsWith('{') ? fieldsOfPolicy(trimmed) : fieldsOfArguments(trimmed),
  );
}

function fieldsOfPolicy(text: string): Record<string, string> {
  const policy = v.parse(policySchema, JSON.parse(text));
  return Object.fromEntries(Object.entries(policy).map(([field, { Value }]) => [field, Value]));
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
