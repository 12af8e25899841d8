/** What is kept of a change beside who made it: what the thing is called, and what was different before. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ChangedField } from '#protocol/rest/event-log.ts';
import type { Database } from '../../store/database.ts';
import { type Description, describeResource } from '../../store/logs/describe-resource.ts';

export type ChangeDetails = { name?: string; changes?: ChangedField[] };
/** The thing that was changed, as the log names it. */
type Subject = { resourceType: string; resourceId: string | undefined };

const readers = new WeakMap<FastifyRequest, (subject: Subject) => Promise<ChangeDetails>>();
const named = new WeakMap<FastifyRequest, string>();

/** What a change of many things at once is called. */
export const nameChange = (request: FastifyRequest, name: string): void => void named.set(request, name);

export const changeDetailsOf = async (request: FastifyRequest, subject: Subject): Promise<ChangeDetails> => {
  const name = named.get(request);
  return { ...(await readers.get(request)?.(subject)), ...(name !== undefined && { name }) };
};

/** Looks at what each change of `scope` is about, before and after. Routes need not think of it. */
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

/** Role links are told by the tutor whose they are. */
function pathIdOf({ params, query }: FastifyRequest, type: string): string | undefined {
  const id = type === 'rolelinks' ? (query as { tutorId?: unknown }).tutorId : Object.values(params ?? {})[0];
  return typeof id === 'string' && !id.includes('\0') ? id : undefined;
}

/** More of one change is not read by anybody. */
const MOST_LISTED = 50;

function detailsOf(before: Description = {}, after: Description = {}): ChangeDetails {
  const name = after.name ?? before.name;
  const changes: ChangedField[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [[before[field] ?? []].flat(), [after[field] ?? []].flat()];
    const gone = was.filter((text) => !is.includes(text));
    const come = is.filter((text) => !was.includes(text));
    if (gone.length > 0 || come.length > 0)
      changes.push({ field, before: gone.slice(0, MOST_LISTED), after: come.slice(0, MOST_LISTED) });
  }
  return { ...(typeof name === 'string' && { name }), ...(changes.length > 0 && { changes }) };
}
