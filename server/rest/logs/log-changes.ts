/** Every change that a tutor makes over REST is a row of the log of resources: no route has to think of it. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EpochMs } from '#protocol/clock.ts';
import { pathOf } from '../../http/error-answers.ts';
import type { LogPlace } from '../../store/logs/log-names.ts';
import { newChangeId, type ResourceLog } from '../../store/logs/resource-log.ts';
import { isOutage } from '../../store/outages.ts';
import { unstorableIn } from '../../store/storable.ts';
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

/** `resourceType`: the REST collection's path without the slash. */
type Subject = { resourceType: string; resourceId: string | undefined };

const subjects = new WeakMap<FastifyRequest, Partial<Subject>>();
/** Names the subject of a call that notifies no console, where its path does not name it. */
export const noteSubject = (request: FastifyRequest, subject: Partial<Subject>): void =>
  void subjects.set(request, subject);

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * After `guardCallers`: each call that has changed something is noted before it is answered, or when the database is back,
 * where that has gone just after the change.
 */
export function logChanges(
  scope: FastifyInstance,
  deps: {
    resourceLog: ResourceLog;
    /** The thing's name now; undefined where it has none or is gone. */
    nameOf(place: LogPlace, type: string, id: string): Promise<string | undefined>;
    clock: () => EpochMs;
    failed(error: unknown): void;
  },
): void {
  const later = createUntilStored(deps.failed);
  scope.addHook('onClose', () => later.close());

  /** A thing that is gone has no name in the database, so it is stored with the row. */
  const formerNames = new WeakMap<FastifyRequest, string>();
  async function readName(request: FastifyRequest, { resourceType, resourceId }: Subject) {
    const { claims } = request;
    if (resourceId === undefined || claims?.kind !== 'tutor' || unstorableIn(resourceId)) return undefined;
    const place = { tenant: claims.tenant, site: claims.site };
    return deps.nameOf(place, resourceType, resourceId).catch((error: unknown) => {
      deps.failed(error);
      return undefined;
    });
  }
  scope.addHook('preHandler', async (request) => {
    if (request.method !== 'DELETE') return;
    const name = await readName(request, subjectOf(request));
    if (name !== undefined) formerNames.set(request, name);
  });

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
    const name = (await readName(request, subject)) ?? formerNames.get(request);
    const row = { ...change, details: { ...(name && { name }), ...(await detailsOf(request, subject)) } };
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

/** What was changed: as it was announced or noted, else as the path says it. */
function subjectOf(request: FastifyRequest): Subject {
  const announced = announcementOf(request)?.changed[0];
  if (announced) return { resourceType: announced.resource, resourceId: announced.id };
  const [, , collection = '', first] = pathOf(request.url).split('/');
  const inPath = first === 'self' ? request.claims?.sub : Object.values(request.params ?? {})[0];
  return { resourceType: collection, resourceId: inPath, ...subjects.get(request) };
}
