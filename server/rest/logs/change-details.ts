/** Details of a logged change besides its author: the resource's name and the fields that differ. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ChangedField } from '#protocol/rest/event-log.ts';
import type { Database } from '#store/database.ts';
import { type Description, describeResource } from '#store/logs/describe-resource.ts';

export type ChangeDetails = { name?: string; changes?: ChangedField[] };
/** The changed resource in the format of the log. */
type Subject = { resourceType: string; resourceId: string | undefined };

const readers = new WeakMap<FastifyRequest, (subject: Subject) => Promise<ChangeDetails>>();
const named = new WeakMap<FastifyRequest, string>();

/** Sets the name of a change that affects many resources. */
export const nameChange = (request: FastifyRequest, name: string): void => void named.set(request, name);

export const changeDetailsOf = async (request: FastifyRequest, subject: Subject): Promise<ChangeDetails> => {
  const name = named.get(request);
  return { ...(await readers.get(request)?.(subject)), ...(name !== undefined && { name }) };
};

/** Reads the changed resource before and after each change of `scope`, without any code in the routes. */
export function readChangeDetails(scope: FastifyInstance, { db }: { db: Kysely<Database> }): void {
  scope.addHook('preHandler', async (request) => {
    const { method, claims, routeOptions } = request;
    if (method === 'GET' || method === 'HEAD' || routeOptions.config.changesNothing === true || !claims)
      return;
    const { tenant } = claims;
    const type = routeOptions.url?.split('/')[2] ?? '';
    const id = pathIdOf(request, type);
    const before = id === undefined ? undefined : await describeResource(db, { tenant, type, id });
    readers.set(request, async ({ resourceType, resourceId = id }) => {
      const isSame = resourceType === type && (id === undefined || resourceId === id);
      const after =
        resourceId === undefined || !isSame
          ? undefined
          : await describeResource(db, { tenant, type, id: resourceId });
      return detailsOf(before, after);
    });
  });
}

/** Role links are identified by their tutor. */
function pathIdOf({ params, query }: FastifyRequest, type: string): string | undefined {
  const id = type === 'rolelinks' ? (query as { tutorId?: unknown }).tutorId : Object.values(params ?? {})[0];
  return typeof id === 'string' && !id.includes('\0') ? id : undefined;
}

/** Longer lists are cut off. */
const MAX_LISTED = 50;

function detailsOf(before: Description = {}, after: Description = {}): ChangeDetails {
  const name = after.name ?? before.name;
  const changes: ChangedField[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [[before[field] ?? []].flat(), [after[field] ?? []].flat()];
    const removed = was.filter((text) => !is.includes(text));
    const added = is.filter((text) => !was.includes(text));
    if (removed.length > 0 || added.length > 0)
      changes.push({ field, before: removed.slice(0, MAX_LISTED), after: added.slice(0, MAX_LISTED) });
  }
  return { ...(typeof name === 'string' && { name }), ...(changes.length > 0 && { changes }) };
}
