/** What the devices of the site are made of and what is installed on them, for group maintainers. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { INVENTORY_FIELDS, inventoryQuerySchema } from '#protocol/rest/device-inventory.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { pageOf } from '../store/page.ts';
import { createDeviceInventory } from '../store/people/device-inventory.ts';
import type { Callers } from './caller.ts';

export type InventoryRoutesDeps = { db: Kysely<Database>; callers: Callers };

export function registerInventoryRoutes(app: FastifyInstance, { db, callers }: InventoryRoutesDeps): void {
  const inventory = createDeviceInventory(db);

  app.get('/devices/inventory', async (request, reply) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    const query = parseBody(inventoryQuerySchema, request.query);
    if (!(await inventory.isOn(tutor)))
      throw new AppError('conflict', 'The inventory is switched off in the settings of this site.');
    const fields = new Set(query.fields ?? INVENTORY_FIELDS);
    const page = await inventory.page(tutor, { ...pageOf(query), fields, ids: query.ids });
    return reply.type('application/json; charset=utf-8').send(page);
  });
}
