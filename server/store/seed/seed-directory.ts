import type { Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { insertAll } from './insert-all.ts';
import type { Student } from './school.ts';

/** Inserts the users and devices of a site. Their clients are created when the devices enrol. */
export async function seedDirectory(
  trx: Transaction<Database>,
  site: SiteKey,
  students: readonly Student[],
): Promise<void> {
  await insertAll(
    trx,
    'users',
    students.flatMap((student) => userRows(site, student)),
  );
  await insertAll(
    trx,
    'devices',
    students.map((student) => deviceRow(site, student)),
  );
}

/** Empty for a guest, who is not in the directory. */
export const userRows = ({ tenant, site }: SiteKey, { user, name, className }: Student) =>
  user ? [{ tenant, site_id: site, ...user, name: name.full, properties: toJson({ className }) }] : [];

export const deviceRow = ({ tenant, site }: SiteKey, { device, className }: Student) => ({
  tenant,
  site_id: site,
  id: device.id,
  hostname: device.hostname,
  type: device.type,
  serial_number: device.serialNumber,
  version: device.version,
  properties: toJson({
    room: className,
    ...(device.macAddress !== undefined && { macAddresses: [device.macAddress] }),
  }),
});
