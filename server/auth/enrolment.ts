/** How devices and site runners come in: with the secret of their site, and in no other way (wire protocol). */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DeviceLogin } from '#protocol/auth-service.ts';
import type { Database } from '../store/database.ts';

export type EnrolledClient = {
  clientId: string;
  siteId: string;
  deviceId: string;
  /** The directory did not know this device before. */
  newDevice: boolean;
  newClient: boolean;
};

export type Enrolment = {
  /** Undefined: the secret opens no site of this tenant. */
  device(tenant: string, login: DeviceLogin): Promise<EnrolledClient | undefined>;
  runner(
    tenant: string,
    login: { secret: string; hostname: string },
  ): Promise<{ runnerId: string; siteId: string } | undefined>;
};

export type EnrolmentDeps = { db: Kysely<Database>; clock: () => number };

type Trx = Transaction<Database>;
type Place = { tenant: string; site: string };

export function createEnrolment({ db, clock }: EnrolmentDeps): Enrolment {
  return {
    device(tenant, login) {
      return db.transaction().execute(async (trx) => {
        const now = new Date(clock());
        const site = await siteOfSecret(trx, tenant, login.secret, now);
        if (site === undefined) return undefined;
        const place = { tenant, site };
        const device = await deviceOf(trx, place, login, now);
        const client = await clientOf(trx, place, login, device.id, now);
        return {
          clientId: client.id,
          siteId: site,
          deviceId: device.id,
          newDevice: device.isNew,
          newClient: client.isNew,
        };
      });
    },

    async runner(tenant, login) {
      const runner = await db
        .selectFrom('runner_tokens')
        .innerJoin('site_runners', (join) =>
          join
            .onRef('site_runners.tenant', '=', 'runner_tokens.tenant')
            .onRef('site_runners.id', '=', 'runner_tokens.runner_id'),
        )
        .select(['site_runners.id', 'site_runners.site_id'])
        .where('runner_tokens.tenant', '=', tenant)
        .where('runner_tokens.secret', '=', login.secret)
        .executeTakeFirst();
      if (runner === undefined) return undefined;
      await db
        .updateTable('site_runners')
        .set({ hostname: login.hostname, last_seen_at: new Date(clock()) })
        .where('tenant', '=', tenant)
        .where('id', '=', runner.id)
        .execute();
      return { runnerId: runner.id, siteId: runner.site_id };
    },
  };
}

async function siteOfSecret(
  trx: Trx,
  tenant: string,
  secret: string,
  now: Date,
): Promise<string | undefined> {
  const token = await trx
    .selectFrom('site_tokens')
    .select('site_id')
    .where('tenant', '=', tenant)
    .where('secret', '=', secret)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirst();
  return token?.site_id;
}

/** A device is known by its serial number, or by its host name where it has none or a new one. */
async function deviceOf(trx: Trx, { tenant, site }: Place, login: DeviceLogin, now: Date) {
  const devices = () =>
    trx.selectFrom('devices').select('id').where('tenant', '=', tenant).where('site_id', '=', site);
  const serial = login.serialNumber || undefined;
  const bySerial =
    serial === undefined ? undefined : await devices().where('serial_number', '=', serial).executeTakeFirst();
  const byName = async () =>
    devices()
      .where((is) => is(is.fn('lower', ['hostname']), '=', login.hostname.toLowerCase()))
      // Another machine of the same name has a serial number of its own.
      .$if(serial !== undefined, (query) => query.where('serial_number', 'is', null))
      .orderBy('id')
      .executeTakeFirst();
  const known = bySerial ?? (await byName());
  const seen = {
    hostname: login.hostname,
    type: login.type,
    last_seen_at: now,
    ...(login.version && { version: login.version }),
    ...(serial !== undefined && { serial_number: serial }),
  };
  if (known) {
    await trx
      .updateTable('devices')
      .set(seen)
      .where('tenant', '=', tenant)
      .where('id', '=', known.id)
      .execute();
    return { id: known.id, isNew: false };
  }
  const id = randomUUID();
  await trx
    .insertInto('devices')
    .values({ tenant, id, site_id: site, ...seen })
    .execute();
  return { id, isNew: true };
}

/** One client is one person at one device through one kind of agent; the same three get the same id again. */
async function clientOf(trx: Trx, { tenant, site }: Place, login: DeviceLogin, deviceId: string, now: Date) {
  const email = login.user.email?.trim().toLowerCase();
  const user = email
    ? await trx
        .selectFrom('users')
        .select(['id', 'name'])
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where((is) => is(is.fn('lower', ['email']), '=', email))
        .executeTakeFirst()
    : undefined;
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
    hostname: login.hostname,
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
      ...{ tenant, id, site_id: site, device_id: deviceId, type: login.type, auth_type: authType },
      user_id: user?.id ?? randomUUID(),
      ...seen,
    })
    .execute();
  return { id, isNew: true };
}
