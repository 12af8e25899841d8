/** Every change that a tutor makes over REST is a row of the log of resources: no route has to think of it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../../http/error-answers.ts';
import { newChangeId, type ResourceLog } from '../../store/logs/resource-log.ts';
import { isOutage } from '../../store/outages.ts';
import { createUntilStored } from '../../store/until-stored.ts';
import { announcementOf } from '../announce.ts';
import { changeDetailsOf } from './change-details.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call looks like a change by its method and is none. */
    changesNothing?: boolean;
    /** A read that is noted, because it shows a secret. */
    isReadNoted?: boolean;
  }
}

const unchanged = new WeakSet<FastifyRequest>();
/** This call could have changed something and found it as it should be. */
export const changedNothing = (request: FastifyRequest): void => void unchanged.add(request);

const made = new WeakMap<FastifyRequest, string>();
/** What this call has made, where it tells no console of it. */
export const noteMade = (request: FastifyRequest, id: string): void => void made.set(request, id);

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * After `guardCallers`: each call that has changed something is noted before it is answered, or when the database is back,
 * where that has gone just after the change.
 */
export function logChanges(
  scope: FastifyInstance,
  deps: {
    resourceLog: ResourceLog;
    /** Epoch milliseconds. */
    clock: () => number;
    failed(error: unknown): void;
  },
): void {
  const later = createUntilStored(deps.failed);
  scope.addHook('onClose', () => later.close());

  scope.addHook('onSend', async (request, reply) => {
    const { claims, method, routeOptions } = request;
    if (reply.statusCode >= 400 || claims?.kind !== 'tutor') return;
    if (READING.has(method) && !(method === 'GET' && routeOptions.config?.isReadNoted === true)) return;
    if (routeOptions.config?.changesNothing === true || unchanged.has(request)) return;
    const { tenant, site, sub: tutorId } = claims;
    const at = announcementOf(request)?.at ?? deps.clock();
    const subject = subjectOf(request);
    const change = {
      id: newChangeId(at),
      method,
      path: pathOf(request.url),
      from: request.ip,
      at,
      ...subject,
    };
    const row = { ...change, details: await detailsOf(request, subject) };
    const note = () => deps.resourceLog.note({ tenant, site, tutorId }, row);
    // The change is made and published: a tutor who got an error would make it again.
    await note().catch((error: unknown) => {
      const bytes = JSON.stringify(row).length;
      const isWaiting =
        isOutage(error) && later.enqueue({ key: 'changes', bytes, store: note, lost: () => undefined });
      if (!isWaiting) deps.failed(error);
    });

    async function detailsOf(...of: Parameters<typeof changeDetailsOf>): Promise<object> {
      return changeDetailsOf(...of).catch((error: unknown) => {
        deps.failed(error);
        return {};
      });
    }
  });
}

/** What was changed: as it was announced, else as the path says it. */
function subjectOf(request: FastifyRequest): { resourceType: string; resourceId: string | undefined } {
  const announced = announcementOf(request)?.changed[0];
  if (announced) return { resourceType: announced.resource, resourceId: announced.id };
  const [, , collection = '', first] = pathOf(request.url).split('/');
  const inPath = first === 'self' ? request.claims?.sub : Object.values(request.params ?? {})[0];
  const named = made.get(request) ?? inPath;
  return { resourceType: collection, resourceId: named };
}
