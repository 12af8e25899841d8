/** Writes the configuration of the demo school's simulated devices, as an administrator would deploy it. */

import { randomUUID } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { PageLinks } from '#auth/enrolment/page-link.ts';
import type { Encryption } from '#auth/secrets/encryption.ts';
import {
  addRunnerSecret,
  addSiteSecret,
  type Keeping,
  runnerOfSecret,
  siteOfSecret,
} from '#auth/secrets/site-secrets.ts';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { PRIVATE_FILE_MODE } from '#store/data-folder/private-folder.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import {
  DIRECTORY_SIZE,
  type Display,
  plannedFor,
  planStudents,
  RIVERSIDE,
  type Student,
  type Traits,
} from '#store/seed/school.ts';
import { DEMO_SITE, DEMO_TENANT } from '#store/seed/seed-database.ts';
import type { Store } from '#store/store.ts';

const PLACE = { tenant: DEMO_TENANT, site: DEMO_SITE };

export type DemoClass = {
  tenant: string;
  siteId: string;
  /** The site's enrolment secret. */
  secret: string;
  /** The key in the link of the site's student page. */
  pageKey: string;
  devices: {
    type: DeviceType;
    hostname: string;
    serialNumber: string;
    version: string;
    /** Without an e-mail the person is not in the directory. */
    user: { email?: string; name: string };
    displays: Display[];
    /** Windows devices only: a magic packet to this address starts the simulated machine. */
    macAddress?: string;
    traits: Traits;
  }[];
  /** The site's runner and its secret; absent where the site has none. */
  runner?: { secret: string };
};

/** The secrets of an existing file. */
const existingSchema = v.object({
  secret: v.optional(v.string()),
  runner: v.optional(v.object({ secret: v.string() })),
});
/** The demo class has secrets of its own, separate from those that were given to people. */
const OWN_SECRET = 'demo-class';

export type DemoClassOptions = {
  online: number;
  pageLinks: Pick<PageLinks, 'read'>;
  encryption: Encryption;
};

/**
 * Returns false and writes no file where the database has no demo tenant. Secrets of an existing file are
 * reused while they are valid. If `online` exceeds the students in the directory, the rest get machines and
 * people outside the directory.
 */
export async function writeDemoClass(
  { db }: Pick<Store, 'db'>,
  file: string,
  { online, pageLinks, encryption }: DemoClassOptions,
): Promise<boolean> {
  const tenant = await db
    .selectFrom('tenants')
    .select('properties')
    .where('key', '=', DEMO_TENANT)
    .executeTakeFirst();
  const students = tenant?.properties.demoStudents;
  if (students === undefined) return false;
  // A filled school has thousands of devices that are never online.
  const seats = Math.max(Math.min(students, DIRECTORY_SIZE), plannedFor(online));
  const existing = await readExisting(file);
  const keeping = { id: OWN_SECRET, encryption };
  const runner = await runnerSecret(db, existing.runner?.secret, keeping);
  const demo: DemoClass = {
    tenant: DEMO_TENANT,
    siteId: DEMO_SITE,
    secret: await siteSecret(db, existing.secret, keeping),
    pageKey: await pageLinks.read(PLACE),
    devices: planStudents(RIVERSIDE, seats).map((student, index) =>
      machineOf(student, { isKnown: index < students }),
    ),
    ...(runner !== undefined && { runner: { secret: runner } }),
  };
  // Rename a complete file into place, so that readers never find half of it. The mode protects the secret.
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: PRIVATE_FILE_MODE });
  await chmod(draft, PRIVATE_FILE_MODE);
  await rename(draft, file);
  return true;
}

/** `isKnown`: the person is in the directory, unless the student has no account. */
export function machineOf(
  { name, user, device, traits }: Student,
  { isKnown }: { isKnown: boolean },
): DemoClass['devices'][number] {
  return {
    type: device.type,
    hostname: device.hostname,
    serialNumber: device.serialNumber,
    version: device.version,
    displays: device.displays,
    traits,
    ...(device.macAddress !== undefined && { macAddress: device.macAddress }),
    user: { name: name.full, ...(user && isKnown && { email: user.email }) },
  };
}

async function readExisting(file: string): Promise<v.InferOutput<typeof existingSchema>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return v.parse(existingSchema, JSON.parse(text));
  } catch {
    return {};
  }
}

async function siteSecret(
  db: Kysely<Database>,
  existing: string | undefined,
  keeping: Keeping,
): Promise<string> {
  const opens =
    existing && (await siteOfSecret(db, { tenant: DEMO_TENANT, secret: existing, now: new Date() }));
  return existing && opens === DEMO_SITE ? existing : addSiteSecret(db, PLACE, keeping);
}

/** Undefined: the site has no runner. */
async function runnerSecret(
  db: Kysely<Database>,
  existing: string | undefined,
  keeping: Keeping,
): Promise<string | undefined> {
  const opens = existing && (await runnerOfSecret(db, DEMO_TENANT, existing));
  if (existing && opens && opens.siteId === DEMO_SITE) return existing;
  const runner = await inTenant(db, DEMO_TENANT)
    .selectFrom('site_runners')
    .select('id')
    .where('site_id', '=', DEMO_SITE)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return runner && addRunnerSecret(db, { tenant: DEMO_TENANT, runner: runner.id }, keeping);
}
