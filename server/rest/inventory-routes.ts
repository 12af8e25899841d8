/** Hardware and software of the site's devices, for group maintainers. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { tooMany } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import { INVENTORY_FIELDS, inventoryQuerySchema } from '#protocol/rest/device-inventory.ts';
import type { Database } from '#store/database.ts';
import { pageOf } from '#store/page.ts';
import { createDeviceInventory } from '#store/people/device-inventory.ts';
import type { SiteTutor } from '#store/permissions/permissions.ts';
import type { Callers } from './caller.ts';

export type InventoryRoutesDeps = { db: Kysely<Database>; callers: Callers };

export function registerInventoryRoutes(app: FastifyInstance, { db, callers }: InventoryRoutesDeps): void {
  const inventory = createDeviceInventory(db);
  const pages = createPlacesOfTutors(MAX_PAGES);

  app.get('/devices/inventory', async (request, reply) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    const query = parseBody(inventoryQuerySchema, request.query);
    if (!(await inventory.isOn(tutor)))
      throw new AppError('conflict', 'The inventory is switched off in the settings of this site.');
    const fields = new Set(query.fields ?? INVENTORY_FIELDS);
    const release = pages.take(tutor);
    if (release === undefined) throw tooMany(TOO_MANY_PAGES, 1);
    const pieces = inventory.page(tutor, { ...pageOf(query), fields, ids: query.ids });
    // Reads at most one piece ahead of the one that is being sent.
    const page = Readable.from(pieces, { highWaterMark: 1 }).once('close', release);
    return reply.type('application/json; charset=utf-8').send(page);
  });
}

/** The console requests three pages in parallel, and a tutor may use a second tab. */
const MAX_PAGES = 6;

const TOO_MANY_PAGES = 'Too many pages of the inventory are being sent to you; wait a moment.';

/** Limits pages in progress per tutor. `take` returns the release function, or undefined at the limit. */
function createPlacesOfTutors(max: number) {
  const taken = new Map<string, number>();
  return {
    take({ tenant, tutorId }: SiteTutor): (() => void) | undefined {
      const key = `${tenant}/${tutorId}`;
      const count = taken.get(key) ?? 0;
      if (count >= max) return undefined;
      taken.set(key, count + 1);
      return () => {
        const left = (taken.get(key) ?? 0) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
