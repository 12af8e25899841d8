/** People and devices of the site: tutors read those in reach, group maintainers list and delete all. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SecurityLog } from '#base/security-log.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type DeviceAccess, deviceAccessBodySchema } from '#protocol/rest/device.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import type { Database } from '#store/database.ts';
import { pageOf } from '#store/page.ts';
import { createDeviceAccess } from '#store/people/device-access.ts';
import { createDirectory } from '#store/people/directory.ts';
import { createDirectoryRemoval, type Removed } from '#store/people/directory-removal.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import type { Announce, Announced } from './announce.ts';
import type { Callers } from './caller.ts';
import type { IdRoute, SiteReach } from './site-reach.ts';

export type DirectoryRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  reach: SiteReach;
  permissions: Pick<Permissions, 'permittedGroups'>;
  announce: Announce;
  /** Ends a device's session. */
  endFamily(tenant: string, family: string): Promise<void>;
  security: Pick<SecurityLog, 'note'>;
  clock: () => EpochMs;
};

export function registerDirectoryRoutes(app: FastifyInstance, deps: DirectoryRoutesDeps): void {
  const { db, callers, reach, permissions, announce, endFamily } = deps;
  const directory = createDirectory(db);
  const removal = createDirectoryRemoval(db);
  const pageIn = (request: FastifyRequest) => pageOf(parseBody(pageQuerySchema, request.query));

  app.get('/users', async (request) =>
    directory.users(await callers.onSite(request, 'groupMaintainer'), pageIn(request)),
  );

  app.get<IdRoute>('/users/:id', async (request) => {
    const { tutor, userId } = await reach.user(request);
    return directory.user(tutor, userId);
  });

  app.get('/devices', async (request) =>
    directory.devices(await callers.onSite(request, 'groupMaintainer'), pageIn(request)),
  );

  app.get<IdRoute>('/devices/:id', async (request) => {
    const { tutor, deviceId } = await reach.device(request);
    const device = await directory.device(tutor, deviceId);
    if (!device) throw new AppError('not-found', 'There is no such device.');
    const permitted = await permissions.permittedGroups(tutor);
    return { ...device, groups: device.groups.filter((id) => permitted === 'all' || permitted.has(id)) };
  });

  /**
   * Ends the sessions before the announcement, so that a console that reads again finds no session there. The
   * removal is announced even if that fails, because it cannot be repeated.
   */
  async function announceRemoval(
    request: FastifyRequest,
    tutor: SiteTutor,
    { families, ...removed }: Removed & Pick<Announced, 'resource' | 'id'>,
  ): Promise<void> {
    try {
      for (const family of families) await endFamily(tutor.tenant, family);
    } finally {
      await announce(request, tutor, { ...removed, change: 'deleted' }, ...OTHERS);
    }
  }

  app.delete<IdRoute>('/users/:id', async (request) => {
    const { tutor, userId } = await reach.user(request, 'groupMaintainer');
    const removed = await removal.user(tutor, userId);
    if (!removed) throw new AppError('not-found', 'There is no such person.');
    await announceRemoval(request, tutor, { ...removed, resource: 'users', id: userId });
    return { id: userId };
  });

  app.delete<IdRoute>('/devices/:id', async (request) => {
    const { tutor, deviceId } = await reach.device(request, 'groupMaintainer');
    const removed = await removal.device(tutor, deviceId);
    if (!removed) throw new AppError('not-found', 'There is no such device.');
    await announceRemoval(request, tutor, { ...removed, resource: 'devices', id: deviceId });
    return { id: deviceId };
  });

  registerDeviceAccess(app, deps);
}

function registerDeviceAccess(
  app: FastifyInstance,
  { db, reach, announce, endFamily, security, clock }: DirectoryRoutesDeps,
): void {
  const access = createDeviceAccess(db);

  app.put<IdRoute>('/devices/:id/access', async (request): Promise<DeviceAccess> => {
    const { tutor, deviceId } = await reach.device(request, 'groupMaintainer');
    const { isShutOut } = parseBody(deviceAccessBodySchema, request.body);
    const changed = isShutOut
      ? await access.shutOut(tutor, deviceId, new Date(clock()))
      : await access.letIn(tutor, deviceId);
    if (!changed) throw new AppError('not-found', 'There is no such device.');
    security.note({
      what: isShutOut ? 'device-shut-out' : 'device-let-in',
      tenant: tutor.tenant,
      site: tutor.site,
      kind: 'tutor',
      who: tutor.tutorId,
      about: changed.hostname,
    });
    for (const family of changed.families) await endFamily(tutor.tenant, family);
    await announce(request, tutor, { resource: 'devices', id: deviceId, reachUnchanged: true });
    return { id: deviceId, shutOutAt: changed.shutOutAt?.toISOString() ?? null };
  });
}

/** The removal also changes members of groups and applied policies. */
const OTHERS: readonly Announced[] = [
  { resource: 'groups', reachUnchanged: true },
  { resource: 'policies', reachUnchanged: true },
];
