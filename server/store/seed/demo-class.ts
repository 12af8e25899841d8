/** What an administrator would deploy to the devices of the demo school, for the simulated ones to read. */
import { chmod, rename, writeFile } from 'node:fs/promises';
import type { DeviceType } from '#domain/device-type.ts';
import type { Store } from '../store.ts';
import { type Display, plannedFor, planStudents, RIVERSIDE, type Traits } from './school.ts';
import { DEMO_SITE, DEMO_TENANT } from './seed-database.ts';

export type DemoClass = {
  tenant: string;
  siteId: string;
  /** Lets devices into the site. */
  secret: string;
  devices: {
    type: DeviceType;
    hostname: string;
    serialNumber: string;
    version: string;
    /** Without an e-mail the person is not in the directory. */
    user: { email?: string; name: string };
    displays: Display[];
    /** Of Windows devices: a magic packet for it switches the simulated machine on. */
    macAddress?: string;
    traits: Traits;
  }[];
  /** The site's runner, with the secret that lets it in; none where its secrets were revoked. */
  runner?: { secret: string };
};

/**
 * False, and no file, where the database has no demo tenant (or its site's secrets were revoked). Where more than
 * the directory's students are to be `online`, the rest come with machines and people that it does not know.
 */
export async function writeDemoClass(
  { db }: Pick<Store, 'db'>,
  file: string,
  online: number,
): Promise<boolean> {
  const tenant = await db
    .selectFrom('tenants')
    .select('properties')
    .where('key', '=', DEMO_TENANT)
    .executeTakeFirst();
  const students = tenant?.properties.demoStudents;
  const token = await db
    .selectFrom('site_tokens')
    .select('secret')
    .where('tenant', '=', DEMO_TENANT)
    .where('site_id', '=', DEMO_SITE)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', new Date())]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (students === undefined || !token) return false;
  const runner = await db
    .selectFrom('runner_tokens')
    .innerJoin('site_runners', (join) =>
      join
        .onRef('site_runners.tenant', '=', 'runner_tokens.tenant')
        .onRef('site_runners.id', '=', 'runner_tokens.runner_id'),
    )
    .select('runner_tokens.secret')
    .where('runner_tokens.tenant', '=', DEMO_TENANT)
    .where('site_runners.site_id', '=', DEMO_SITE)
    .orderBy('site_runners.id')
    .limit(1)
    .executeTakeFirst();
  const demo: DemoClass = {
    tenant: DEMO_TENANT,
    siteId: DEMO_SITE,
    secret: token.secret,
    devices: planStudents(RIVERSIDE, Math.max(students, plannedFor(online))).map(
      ({ name, user, device, traits }, index) => ({
        ...{ type: device.type, hostname: device.hostname, serialNumber: device.serialNumber },
        ...{ version: device.version, displays: device.displays, traits },
        ...(device.macAddress !== undefined && { macAddress: device.macAddress }),
        user: { name: name.full, ...(user && index < students && { email: user.email }) },
      }),
    ),
    ...(runner && { runner }),
  };
  // Renamed into place, so that a reader never finds half a file; readable by its owner only, for the secret.
  const draft = `${file}.new`;
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return true;
}
