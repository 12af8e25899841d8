/** Devices and site runners come in with the secret of their site, and in no other way. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isPageName } from '#domain/page-name.ts';
import type { DeviceLogin, DeviceSite } from '#protocol/auth/auth-service.ts';
import type { Database } from '../../store/database.ts';
import { hashSecret } from '../secrets/secrets.ts';
import { runnerOfSecret, siteOfSecret } from '../secrets/site-secrets.ts';
import { machineDeviceOf } from './machine-devices.ts';
import { type PageDevice, pageDeviceOf } from './page-devices.ts';
import { siteOfPageKey } from './page-link.ts';
import { refusalAtPage, studentRuleOf } from './student-page.ts';

export type EnrolledClient = {
  clientId: string;
  siteId: string;
  deviceId: string;
  /** The hash of the site's secret that let it in. Null: the key of the student page's link did. */
  admittedBy: string | null;
  /** The directory did not know this device before. */
  newDevice: boolean;
  newClient: boolean;
  /** Only for a student page: the name that the platform gave it, and its key where it has a new one. */
  page?: { hostname: string; clientKey?: string };
  /** A device that was removed to make room for this one. */
  removedDevice?: string;
};

export type DeviceEnrolment =
  | { name: 'enrolled'; client: EnrolledClient }
  /** The secret opens no site of this tenant. */
  | { name: 'wrong-secret' }
  /** The site does not let this student in. `reason`: for the student to read. */
  | { name: 'refused'; reason: string }
  /** A machine gave a name that only student pages have. */
  | { name: 'page-name' }
  /** `full`: the site has as many student pages as it may. `busy`: too many came within the last minute. */
  | { name: 'too-many-pages'; siteId: string; reason: 'full' | 'busy' };

export type Enrolment = {
  /** The site of a secret, as its holder may see it. Undefined: the secret opens no site of this tenant. */
  site(tenant: string, secret: string): Promise<DeviceSite | undefined>;
  /**
   * Enrols a device. `atPage`: the call comes from the platform's student page, where students say who they are; a
   * holder of the page's key counts as one. `mayMakePage` counts a page that is new, and answers whether it may be made.
   */
  device(
    tenant: string,
    login: DeviceLogin,
    from: { atPage: boolean; mayMakePage(): boolean },
  ): Promise<DeviceEnrolment>;
  runner(
    tenant: string,
    login: { secret: string; hostname: string; version?: string | undefined },
  ): Promise<{ runnerId: string; siteId: string } | undefined>;
};

export type EnrolmentDeps = {
  db: Kysely<Database>;
  /** How many student pages a site knows at most. */
  mostPages: number;
  /** False: the broker is another program, which does not report connections. */
  knowsConnections: boolean;
  clock: () => number;
  /** Resolves when so much time has passed. A test waits for nothing. */
  wait?: (ms: number) => Promise<unknown>;
};

/** By then the end of a machine's own connection is in the store (COLLECT_MS of server/broker/connection-notes.ts). */
const CONNECTION_END_MS = 2_000;

type Trx = Transaction<Database>;
type Place = { tenant: string; site: string };
/** A device that logs in at a site. */
type Arrival = { trx: Trx; place: Place; login: DeviceLogin; now: Date };

export function createEnrolment({
  db,
  mostPages,
  knowsConnections,
  clock,
  wait = (ms) => setTimeout(ms, undefined, { ref: false }),
}: EnrolmentDeps): Enrolment {
  /** `connected`: its only device has a connection now, and this is not the last try. */
  const enrol = (
    tenant: string,
    login: DeviceLogin,
    from: { atPage: boolean; mayMakePage: () => boolean; isLastTry: boolean },
  ): Promise<DeviceEnrolment | 'connected'> =>
    db.transaction().execute(async (trx): Promise<DeviceEnrolment | 'connected'> => {
      const now = new Date(clock());
      const holder = await holderOf(trx, { tenant, secret: login.secret, now });
      if (holder === undefined) return { name: 'wrong-secret' };
      const { site } = holder;
      const atPage = from.atPage || holder.hasPageKey;
      if (!atPage && isPageName(login.hostname)) return { name: 'page-name' };
      const place = { tenant, site };
      const arrival: Arrival = { trx, place, login, now };
      const user = await userOf(trx, place, login.user.email);
      const rule = atPage ? await studentRuleOf(trx, place) : undefined;
      const reason = rule && refusalAtPage(rule, login, user !== undefined);
      if (reason !== undefined) return { name: 'refused', reason };
      const pageRules = { mostPages, knowsConnections, mayMake: from.mayMakePage };
      const device: PageDevice | 'connected' | 'full' | 'busy' = atPage
        ? await pageDeviceOf(arrival, pageRules)
        : await machineOf(arrival, from);
      if (device === 'connected') return device;
      if (typeof device === 'string') return { name: 'too-many-pages', siteId: site, reason: device };
      const { hostname, clientKey, removed } = device;
      const client = await clientOf(arrival, { deviceId: device.id, hostname, user });
      return {
        name: 'enrolled',
        client: {
          clientId: client.id,
          siteId: site,
          deviceId: device.id,
          admittedBy: holder.hasPageKey ? null : hashSecret(login.secret),
          newDevice: device.isNew,
          newClient: client.isNew,
          ...(atPage && { page: { hostname, ...(clientKey !== undefined && { clientKey }) } }),
          ...(removed !== undefined && { removedDevice: removed }),
        },
      };
    });

  return {
    async site(tenant, secret) {
      const site = (await holderOf(db, { tenant, secret, now: new Date(clock()) }))?.site;
      if (site === undefined) return undefined;
      const { name } = await db
        .selectFrom('sites')
        .select('name')
        .where('tenant', '=', tenant)
        .where('id', '=', site)
        .executeTakeFirstOrThrow();
      return { siteId: site, siteName: name, students: await studentRuleOf(db, { tenant, site }) };
    },

    async device(tenant, login, from) {
      const first = await enrol(tenant, login, { ...from, isLastTry: false });
      if (first !== 'connected') return first;
      await wait(CONNECTION_END_MS);
      const last = await enrol(tenant, login, { ...from, isLastTry: true });
      if (last === 'connected') throw new Error('the last try has an outcome');
      return last;
    },

    async runner(tenant, login) {
      const runner = await runnerOfSecret(db, tenant, login.secret);
      if (runner === undefined) return undefined;
      await db
        .updateTable('site_runners')
        .set({
          hostname: login.hostname,
          version: login.version ?? null,
          last_seen_at: new Date(clock()),
        })
        .where('tenant', '=', tenant)
        .where('id', '=', runner.runnerId)
        .execute();
      return runner;
    },
  };
}

/** The site of a secret, or of the key of its student page. */
async function holderOf(
  db: Kysely<Database>,
  shown: { tenant: string; secret: string; now: Date },
): Promise<{ site: string; hasPageKey: boolean } | undefined> {
  const site = await siteOfSecret(db, shown);
  if (site !== undefined) return { site, hasPageKey: false };
  const ofPage = await siteOfPageKey(db, shown.tenant, shown.secret);
  return ofPage === undefined ? undefined : { site: ofPage, hasPageKey: true };
}

async function machineOf(arrival: Arrival, how: { isLastTry: boolean }): Promise<PageDevice | 'connected'> {
  const device = await machineDeviceOf(arrival, how);
  return device === 'connected' ? device : { ...device, hostname: arrival.login.hostname };
}

/** The person of the site's directory with this e-mail. */
async function userOf(trx: Trx, { tenant, site }: Place, address: string | undefined) {
  const email = address?.trim().toLowerCase();
  if (!email) return undefined;
  return trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('tenant', '=', tenant)
    .where('site_id', '=', site)
    .where((is) => is(is.fn('lower', ['email']), '=', email))
    .executeTakeFirst();
}

type Sitting = { deviceId: string; hostname: string; user: { id: string; name: string } | undefined };

/** One client is one person at one device through one kind of agent; the same three get the same id again. */
async function clientOf({ trx, place, login, now }: Arrival, { deviceId, hostname, user }: Sitting) {
  const { tenant, site } = place;
  const authType = user ? 'user' : 'session';
  const userName = user?.name ?? login.user.name;
  const known = await trx
    .selectFrom('clients')
    .select('id')
    .where('tenant', '=', tenant)
    .where('site_id', '=', site)
    .where('device_id', '=', deviceId)
    .where('type', '=', login.type)
    .where('auth_type', '=', authType)
    .where((is) =>
      user ? is('user_id', '=', user.id) : is(is.fn('lower', ['user_name']), '=', userName.toLowerCase()),
    )
    .executeTakeFirst();
  const seen = {
    user_name: userName,
    hostname,
    last_seen_at: now,
    ...(login.version && { version: login.version }),
  };
  if (known) {
    await trx
      .updateTable('clients')
      .set(seen)
      .where('tenant', '=', tenant)
      .where('id', '=', known.id)
      .execute();
    return { id: known.id, isNew: false };
  }
  const id = randomUUID();
  await trx
    .insertInto('clients')
    .values({
      tenant,
      id,
      site_id: site,
      device_id: deviceId,
      type: login.type,
      auth_type: authType,
      user_id: user?.id ?? randomUUID(),
      ...seen,
    })
    .execute();
  return { id, isNew: true };
}
