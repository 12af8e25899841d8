/**
 * Enrols devices and site runners. A machine shows the secret of its site at its first login, and then receives
 * a secret of its own.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { hashSecret } from '#base/secrets.ts';
import { isPageName } from '#domain/page-name.ts';
import type { DeviceLogin, DeviceSite } from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { giveDeviceSecret, noteSecretUse } from '../secrets/device-secrets.ts';
import { runnerOfSecret } from '../secrets/site-secrets.ts';
import { noteSeen } from './last-seen.ts';
import {
  type MachineDevice,
  type MachineRefusal,
  machineDeviceOf,
  secretDeviceOf,
} from './machine-devices.ts';
import { makeRoomForStudent, type PageDevice, pageDeviceOf } from './page-devices.ts';
import { type Holder, holderOf, mayStay, type ShownSecret, secretShownBy } from './secret-holders.ts';
import { refusalAtPage, studentRuleOf } from './student-page.ts';

export type EnrolledClient = {
  clientId: string;
  siteId: string;
  deviceId: string;
  /** Hash of the machine's own secret or its site's. Null: the key of the student page's link was used. */
  admittedBy: string | null;
  /** The machine's own secret, if it receives one. */
  deviceSecret?: string;
  /** True: the directory had no such device. */
  newDevice: boolean;
  newClient: boolean;
  /** For student pages only: the assigned name, and the client key if a new one was made. */
  page?: { hostname: string; clientKey?: string };
  /** Id of the device that was removed to make room for this one. */
  removedDevice?: string;
  /** Id of a connected device from which the disk of this machine was copied. */
  copyOf?: string;
};

export type DeviceEnrolment =
  | { name: 'enrolled'; client: EnrolledClient }
  /** The secret belongs to no site and no machine of this tenant. */
  | { name: 'wrong-secret' }
  /** The machine's own secret was copied from another machine. */
  | { name: 'other-machine'; siteId: string; deviceId: string }
  /** An administrator has shut the device out. */
  | { name: 'shut-out' }
  /** The site does not admit this student. `reason` is shown to the student. */
  | { name: 'refused'; reason: string }
  /** A machine sent a hostname that is reserved for student pages. */
  | { name: 'page-name' }
  /** `full`: the site has its maximum of pages. `busy`: too many new pages in the last minute. */
  | { name: 'too-many-pages'; siteId: string; reason: 'full' | 'busy' };

export type Enrolment = {
  /** The site of a secret, as shown to its holder. Undefined: no site of this tenant. */
  site(tenant: string, secret: string): Promise<DeviceSite | undefined>;
  shownBy(tenant: string, login: Pick<DeviceLogin, 'secret' | 'clientKey'>): Promise<ShownSecret>;
  isRunner(tenant: string, secret: string): Promise<boolean>;
  /** Whether the secret of a site, a page or a machine is valid now, and the device is not shut out. */
  mayStay(tenant: string, client: { secret: string; deviceId: string }): Promise<boolean>;
  /**
   * Enrols a device. `atPage`: the call comes from the platform's student page, or with its key; students
   * type their names there. `mayMakePage` counts a new page and returns whether it may be created.
   */
  device(
    tenant: string,
    login: DeviceLogin,
    from: { atPage: boolean; mayMakePage(): boolean },
  ): Promise<DeviceEnrolment>;
  /** Stores that a device was seen today, because its agent may refresh its tokens for months without a login. */
  noteSeen(tenant: string, clientId: string): Promise<void>;
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
    from: LoginOrigin,
  ): Promise<DeviceEnrolment | 'connected'> =>
    db.transaction().execute(async (trx): Promise<DeviceEnrolment | 'connected'> => {
      const now = new Date(clock());
      const holder = await holderOf(trx, { tenant, secret: login.secret, now });
      const atPage = from.atPage || holder?.kind === 'page';
      // No page receives the secret of a machine.
      if (holder === undefined || (atPage && holder.kind === 'device')) return { name: 'wrong-secret' };
      const { site } = holder;
      if (!atPage && isPageName(login.hostname)) return { name: 'page-name' };
      const place = { tenant, site };
      const arrival: Arrival = { trx, place, login, now };
      const user = await userOf(trx, place, login.user.email);
      const rule = atPage ? await studentRuleOf(trx, place) : undefined;
      const reason = rule && refusalAtPage(rule, login, user !== undefined);
      if (reason !== undefined) return { name: 'refused', reason };
      const pageRules = { mostPages, knowsConnections, mayMake: from.mayMakePage };
      const device: (PageDevice & Pick<MachineDevice, 'copyOf'>) | MachineRefusal | 'full' | 'busy' = atPage
        ? await pageDeviceOf(arrival, pageRules)
        : await machineOf(arrival, holder, from);
      if (device === 'connected') return device;
      if (typeof device === 'string') return refusalOf(device, holder);
      const { hostname, clientKey, removed, copyOf } = device;
      const client = await clientOf(arrival, { deviceId: device.id, hostname, user });
      const deviceSecret = atPage ? undefined : await secretFor(arrival, holder, device.id);
      return {
        name: 'enrolled',
        client: {
          clientId: client.id,
          siteId: site,
          deviceId: device.id,
          admittedBy: holder.kind === 'page' ? null : hashSecret(deviceSecret ?? login.secret),
          newDevice: device.isNew,
          newClient: client.isNew,
          ...(deviceSecret !== undefined && { deviceSecret }),
          ...(atPage && { page: { hostname, ...(clientKey !== undefined && { clientKey }) } }),
          ...(removed !== undefined && { removedDevice: removed }),
          ...(copyOf !== undefined && { copyOf }),
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

    shownBy: (tenant, login) => secretShownBy(db, login, { tenant, now: new Date(clock()) }),

    isRunner: async (tenant, secret) => (await runnerOfSecret(db, tenant, secret)) !== undefined,

    mayStay: (tenant, { secret, deviceId }) =>
      mayStay(db, { tenant, secret, now: new Date(clock()) }, deviceId),

    async device(tenant, login, from) {
      const first = await enrol(tenant, login, { ...from, isLastTry: false });
      if (first !== 'connected') return first;
      await wait(RETRY_DELAY_MS);
      const last = await enrol(tenant, login, { ...from, isLastTry: true });
      if (last === 'connected') throw new Error('the last try has an outcome');
      return last;
    },

    noteSeen: (tenant, clientId) => noteSeen(db, { tenant, clientId, now: new Date(clock()) }),

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

type LoginOrigin = { atPage: boolean; mayMakePage: () => boolean; isLastTry: boolean };

async function machineOf(
  arrival: Arrival,
  holder: Holder,
  how: { isLastTry: boolean },
): Promise<(MachineDevice & { hostname: string }) | MachineRefusal> {
  const device =
    holder.kind === 'device'
      ? await secretDeviceOf(arrival, holder, how)
      : await machineDeviceOf(arrival, how);
  return typeof device === 'string' ? device : { ...device, hostname: arrival.login.hostname };
}

function refusalOf(
  why: Exclude<MachineRefusal, 'connected'> | 'full' | 'busy',
  holder: Holder,
): DeviceEnrolment {
  const siteId = holder.site;
  if (why === 'shut-out') return { name: why };
  if (why === 'other-machine')
    return { name: why, siteId, deviceId: holder.kind === 'device' ? holder.deviceId : '' };
  return { name: 'too-many-pages', siteId, reason: why };
}

/**
 * The secret that a machine receives at its login. Undefined: it has one, or its agent sent no installation id,
 * without which the platform could not replace the secret at the agent's next first login.
 */
async function secretFor(
  { trx, place, login, now }: Arrival,
  holder: Holder,
  deviceId: string,
): Promise<string | undefined> {
  const { hostname, secret } = login;
  const installation = login.installationId?.trim();
  if (holder.kind === 'device') {
    await noteSecretUse(trx, { tenant: place.tenant, secret, hostname, now });
    return undefined;
  }
  return installation ? giveDeviceSecret(trx, { place, deviceId, installation, hostname, now }) : undefined;
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
