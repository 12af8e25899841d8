/** Devices that may be one machine. Super admins unite or separate them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type DuplicateDevices,
  separateBodySchema,
  uniteBodySchema,
} from '#protocol/rest/admin/duplicate-devices.ts';
import { readDuplicateDevices } from '#store/people/duplicate-devices.ts';
import { createUnitedDevices, type DeviceDecision } from '#store/people/united-devices.ts';
import type { Announced } from '../announce.ts';
import { nameChange } from '../logs/change-details.ts';
import type { AdminScope } from './admin-scope.ts';

const config = { administrator: 'superAdmin' } as const;
const PATH = '/admin/duplicate-devices';

export function registerDuplicateDevices(app: FastifyInstance, scope: AdminScope): void {
  const { db, administrator, announce, endFamily, clock } = scope;
  const devices = createUnitedDevices(db);

  app.get(
    PATH,
    { config },
    async (request): Promise<DuplicateDevices> =>
      readDuplicateDevices(db, administrator(request).tenant, clock()),
  );

  app.post(`${PATH}/unite`, { config }, async (request) => {
    const { tenant } = administrator(request);
    const { device, other } = decided(await devices.unite(tenant, parseBody(uniteBodySchema, request.body)));
    nameChange(request, `${device.name}, united with ${other.name}`);
    await notify(request, device, [{ resource: 'devices', id: other.id, change: 'deleted' }]);
    return { id: device.id };
  });

  app.post(`${PATH}/separate`, { config }, async (request) => {
    const { tenant } = administrator(request);
    const body = parseBody(separateBodySchema, request.body);
    const { device, other } = decided(await devices.separate(tenant, body));
    nameChange(request, `${device.name}, separated from ${other.name}`);
    await notify(request, device, [{ resource: 'devices', id: other.id, change: 'created' }]);
    return { id: other.id };
  });

  /** Ends the sessions first, so that agents have the right device when consoles receive the change. */
  async function notify(
    request: FastifyRequest,
    { site, id, families }: { site: string; id: string; families: readonly string[] },
    others: readonly Announced[],
  ): Promise<void> {
    const { tenant } = administrator(request);
    try {
      for (const family of families) await endFamily(tenant, family);
    } finally {
      await announce(
        request,
        { tenant, site },
        { resource: 'devices', id },
        ...others,
        { resource: 'groups' },
        { resource: 'policies', reachUnchanged: true },
      );
    }
  }
}

function decided(decision: DeviceDecision) {
  if (decision.name === 'gone') throw new AppError('not-found', 'There is no such device.');
  if (decision.name === 'both-connected')
    throw new AppError('conflict', 'Both devices are connected at this moment, so they are two machines.');
  return decision;
}
