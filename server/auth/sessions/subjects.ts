/** The claims and facts of a token's subject, which are read anew for every token. */

import type { Kysely } from 'kysely';
import type { InferOutput } from 'valibot';
import type { Realm } from '#domain/people/roles.ts';
import type { DeviceTokens, runnerTokensSchema, Tokens } from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { isSecretOfDevice } from '../secrets/device-secrets.ts';
import { siteOfHash } from '../secrets/site-secrets.ts';
import type { NewClaims } from './tokens.ts';

export type Subject =
  | { kind: 'tutor'; tenant: string; tutorId: string; realm: Realm; siteId: string | undefined }
  | {
      kind: 'device';
      tenant: string;
      clientId: string;
      /** Hash of the site's or its own secret that it used. Null: it used the link of the student page. */
      admittedBy: string | null;
    }
  | { kind: 'runner'; tenant: string; runnerId: string };

type WithoutTokens<T> = Omit<T, 'accessToken' | 'refreshToken' | 'expiresIn'>;
export type SubjectFacts =
  | WithoutTokens<Tokens>
  | WithoutTokens<DeviceTokens>
  | WithoutTokens<InferOutput<typeof runnerTokensSchema>>;

export type Description = { claims: NewClaims; facts: SubjectFacts };

/** The access of tutors, according to their role links. */
export type TutorAccess = {
  /** The sites that a tutor may sign in to, by name. */
  sites(tutor: { tenant: string; tutorId: string }): Promise<readonly { id: string; name: string }[]>;
  /** Whether the tutor may enter the admin realm. */
  managementAccess(tutor: { tenant: string; tutorId: string }): Promise<boolean>;
  /** The role names that apply on a site, or in the admin realm if `site` is undefined. */
  effectiveRoles(tutor: {
    tenant: string;
    tutorId: string;
    site: string | undefined;
  }): Promise<readonly string[]>;
  /** Ids of the tutor's chat rooms. */
  rooms(tutor: {
    tenant: string;
    tutorId: string;
    site: string;
    roles: readonly string[];
  }): Promise<readonly string[]>;
};

export type DescribeSubject = (subject: Subject) => Promise<Description | undefined>;

/** The result is undefined if the subject is gone or may not have this session (any more). */
export function createDescribeSubject(
  db: Kysely<Database>,
  access: TutorAccess,
  clock: () => EpochMs,
): DescribeSubject {
  return (subject) => {
    if (subject.kind === 'tutor') return describeTutor(subject);
    return subject.kind === 'device' ? describeDevice(subject) : describeRunner(subject);
  };

  async function describeTutor(subject: Subject & { kind: 'tutor' }): Promise<Description | undefined> {
    const { tenant, tutorId, realm, siteId } = subject;
    const tutor = await inTenant(db, tenant)
      .selectFrom('tutors')
      .selectAll()
      .where('id', '=', tutorId)
      .executeTakeFirst();
    if (tutor === undefined) return undefined;
    const site =
      realm === 'console'
        ? (await access.sites({ tenant, tutorId })).find((candidate) => candidate.id === siteId)
        : undefined;
    const allowed = realm === 'console' ? site : await access.managementAccess({ tenant, tutorId });
    if (!allowed) return undefined;
    const roles = [...(await access.effectiveRoles({ tenant, tutorId, site: site?.id }))];
    const liveRooms = site ? await access.rooms({ tenant, tutorId, site: site.id, roles }) : [];
    const { picture } = tutor.properties;
    return {
      claims: { sub: tutorId, kind: 'tutor', tenant, realm, roles, ...(site && { site: site.id }) },
      facts: {
        roles,
        userId: tutorId,
        realm,
        ...(site && { siteId: site.id, siteName: site.name }),
        name: tutor.name ?? tutor.primary_email,
        email: tutor.primary_email,
        ...(picture !== undefined && { picture }),
        liveRooms: [...liveRooms],
      },
    };
  }

  async function describeDevice(subject: Subject & { kind: 'device' }): Promise<Description | undefined> {
    const client = await db
      .selectFrom('clients')
      .leftJoin('devices', (join) =>
        join.onRef('devices.tenant', '=', 'clients.tenant').onRef('devices.id', '=', 'clients.device_id'),
      )
      .selectAll('clients')
      .select('devices.shut_out_at')
      .where('clients.tenant', '=', subject.tenant)
      .where('clients.id', '=', subject.clientId)
      .executeTakeFirst();
    if (client === undefined || client.shut_out_at !== null) return undefined;
    if (!(await isAdmitted(subject, client))) return undefined;
    const facts = {
      clientId: client.id,
      userId: client.user_id,
      authType: client.auth_type,
      ...(client.device_id !== null && { deviceId: client.device_id }),
    };
    const claims = { sub: client.id, kind: 'device', tenant: subject.tenant, site: client.site_id } as const;
    return {
      claims: { ...claims, ...facts, hostname: client.hostname, roles: [] },
      facts: { ...facts, siteId: client.site_id },
    };
  }

  /** Whether the secret with which the device enrolled is still valid. */
  async function isAdmitted(
    { tenant, admittedBy: hash }: Subject & { kind: 'device' },
    { site_id: site, device_id: deviceId }: { site_id: string; device_id: string | null },
  ) {
    if (hash === null) return true;
    if (deviceId !== null && (await isSecretOfDevice(db, { tenant, hash, deviceId }))) return true;
    return (await siteOfHash(db, { tenant, hash, now: new Date(clock()) })) === site;
  }

  async function describeRunner(subject: Subject & { kind: 'runner' }): Promise<Description | undefined> {
    const runner = await inTenant(db, subject.tenant)
      .selectFrom('site_runners')
      .select(['id', 'site_id'])
      .where('id', '=', subject.runnerId)
      .executeTakeFirst();
    if (runner === undefined) return undefined;
    const { tenant } = subject;
    return {
      claims: { sub: runner.id, kind: 'runner', tenant, site: runner.site_id, roles: [] },
      facts: { runnerId: runner.id, siteId: runner.site_id },
    };
  }
}
