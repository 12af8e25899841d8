/** Options of the empty tenant that replaces the demo. */
import type { NewTenant } from '#base/platform-options.ts';
import { BadOption } from './bad-option.ts';
import type { ReadOption } from './values.ts';

/** Host names that are reserved for the platform and the demo. */
const TAKEN_KEYS = ['login', 'config', 'id', 'demo'];
const MAX_NAME = 100;

export function emptyTenant(read: ReadOption): NewTenant {
  const [key, name] = [read('LECTERN_TENANT'), read('LECTERN_TENANT_NAME')];
  const label = (key ?? 'school').toLowerCase();
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) || TAKEN_KEYS.includes(label)) {
    throw new BadOption(
      `--tenant must be letters, digits and hyphens that can begin a host name, and none of ${TAKEN_KEYS.join(', ')}, not “${key}”.`,
    );
  }
  if (name !== undefined && name.length > MAX_NAME)
    throw new BadOption(`--tenant-name must have at most ${MAX_NAME} characters.`);
  return { key: label, name: name ?? nameOfKey(label) };
}

/** The default name: `north-hill` becomes “North Hill”. */
const nameOfKey = (key: string) =>
  key
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
