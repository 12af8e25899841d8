/** Enrols devices and site runners. The secret of their site is the only way in. */

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { hashSecret } from '#base/secrets.ts';
import { isPageName } from '#domain/page-name.ts';
import type { DeviceLogin, DeviceSite } from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { runnerOfSecret, siteOfSecret } from '../secrets/site-secrets.ts';
import { machineDeviceOf } from './machine-devices.ts';
import { makeRoomForStudent, type PageDevice, pageDeviceOf } from './page-devices.ts';
import { siteOfPageKey } from './page-link.ts';
import { refusalAtPage, studentRuleOf } from './student-page.ts';

export type EnrolledClient = {
  clientId: string;
  siteId: string;
  deviceId: string;
  /** Hash of the site secret that was used. Null: the key of the student page's link was used. */
  admittedBy: string | null;
  /** True: the directory had no such device. */
  newDevice: boolean;
  newClient: boolean;
  /** For student pages only: the assigned name, and the client key if a new one was made. */
  page?: { hostname: string; clientKey?: string };
  /** Id of the device that was removed to make room for this one. */
  removedDevice?: string;
};

export type DeviceEnrolment =
  | { name: 'enrolled'; client: EnrolledClient }
  /** The secret belongs to no site of this tenant. */
  | { name: 'wrong-secret' }
  /** The site does not admit this student. `reason` is shown to the student. */
  | { name: 'refused'; reason: string }
  /** A machine sent a hostname that is reserved for student pages. */
  | { name: 'page-name' }
  /** `full`: the site has its maximum of pages. `busy`: too many new pages in the last minute. */
  | { name: 'too-many-pages'; siteId: string; reason: 'full' | 'busy' };

export type Enrolment = {
  /** The site of a secret, as shown to its holder. Undefined: no site of this tenant. */
  site(tenant: string, secret: string): Promise<DeviceSite | undefined>;
  /**
   * Enrols a device. `atPage`: the call comes from the platform's student page, or with its key; students
   * type their names there. `mayMakePage` counts a new page and returns whether it may be created.
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
  /** Maximum number of student pages of a site. */
  mostPages: number;
  /** False: an external broker is used, which does not report connections. */
  knowsConnections: boolean;
  clock: () => EpochMs;
  /** Delays for so many milliseconds. Tests replace it. */
  wait?: (ms: number) => Promise<unknown>;
};

/** Time for the end of a machine's own connection to be stored (see broker/connection-notes.ts). */
const RETRY_DELAY_MS = 2_000;

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
  /** Returns `connected` if the only matching device is connected now and this is not the last try. */
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
      const { name } = await inTenant(db, tenant)
        .selectFrom('sites')
        .select('name')
        .where('id', '=', site)
        .executeTakeFirstOrThrow();
      return { siteId: site, siteName: name, students: await studentRuleOf(db, { tenant, site }) };
    },

    async device(tenant, login, from) {
      const first = await enrol(tenant, login, { ...from, isLastTry: false });
      if (first !== 'connected') return first;
      await wait(RETRY_DELAY_MS);
      const last = await enrol(tenant, login, { ...from, isLastTry: true });
      if (last === 'connected') throw new Error('the last try has an outcome');
      return last;
    },

    async runner(tenant, login) {
      const runner = await runnerOfSecret(db, tenant, login.secret);
      if (runner === undefined) return undefined;
      await inTenant(db, tenant)
        .updateTable('site_runners')
        .set({
          hostname: login.hostname,
          version: login.version ?? null,
          last_seen_at: new Date(clock()),
        })
        .where('id', '=', runner.runnerId)
        .execute();
      return runner;
    },
  };
}

/** The site of a site secret or of a page key. */
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

/** The user with this e-mail in the directory of the site. */
async function userOf(trx: Trx, { tenant, site }: Place, address: string | undefined) {
  const email = address?.trim().toLowerCase();
  if (!email) return undefined;
  return inTenant(trx, tenant)
    .selectFrom('users')
    .select(['id', 'name'])
    .where('site_id', '=', site)
    .where((is) => is(is.fn('lower', ['email']), '=', email))
    .executeTakeFirst();
}

type DeviceUser = { deviceId: string; hostname: string; user: { id: string; name: string } | undefined };

/** Finds or creates the client, which is one person at one device through one type of agent. */
async function clientOf({ trx, place, login, now }: Arrival, { deviceId, hostname, user }: DeviceUser) {
  const { tenant, site } = place;
  const authType = user ? 'user' : 'session';
  const userName = user?.name ?? login.user.name;
  const known = await inTenant(trx, tenant)
    .selectFrom('clients')
    .select('id')
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
    await inTenant(trx, tenant).updateTable('clients').set(seen).where('id', '=', known.id).execute();
    return { id: known.id, isNew: false };
  }
  if (isPageName(hostname)) await makeRoomForStudent(trx, { tenant, deviceId });
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
