/** Logs every change of a tutor over REST as a row of the resource log, without any code in the routes. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '#http/error-answers.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { LogPlace } from '#store/logs/log-names.ts';
import { newChangeId, type ResourceLog } from '#store/logs/resource-log.ts';
import { isOutage } from '#store/outages.ts';
import { unstorableIn } from '#store/storable.ts';
import { createUntilStored } from '#store/until-stored.ts';
import { announcementOf } from '../announce.ts';
import { changeDetailsOf } from './change-details.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The method suggests a change, but the call changes nothing. */
    changesNothing?: boolean;
    /** A read that is logged, because it reveals a secret. */
    isReadNoted?: boolean;
  }
}

const unchanged = new WeakSet<FastifyRequest>();
/** Marks a call that found everything unchanged, so that it is not logged. */
export const changedNothing = (request: FastifyRequest): void => void unchanged.add(request);

/** `resourceType`: the REST collection's path without the slash. */
type Subject = { resourceType: string; resourceId: string | undefined };

const subjects = new WeakMap<FastifyRequest, Partial<Subject>>();
/** Sets the subject of a call that notifies no console, if its path does not contain it. */
export const noteSubject = (request: FastifyRequest, subject: Partial<Subject>): void =>
  void subjects.set(request, subject);

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Must be registered after `guardCallers`. Each change is logged before its response is sent. If the database
 * becomes unavailable just after the change, the row is queued.
 */
export function logChanges(
  scope: FastifyInstance,
  deps: {
    resourceLog: ResourceLog;
    /** The resource's current name; undefined if it has none or is deleted. */
    nameOf(place: LogPlace, type: string, id: string): Promise<string | undefined>;
    clock: () => EpochMs;
    failed(error: unknown): void;
  },
): void {
  const later = createUntilStored(deps.failed);
  scope.addHook('onClose', () => later.close());

  /** A deleted resource has no name in the database, so the name is stored with the row. */
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
    // The change is stored and published. An error response would make the tutor repeat it.
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

/** The subject that was announced or noted, or else the one in the path. */
function subjectOf(request: FastifyRequest): Subject {
  const announced = announcementOf(request)?.changed[0];
  if (announced) return { resourceType: announced.resource, resourceId: announced.id };
  const [, , collection = '', first] = pathOf(request.url).split('/');
  const inPath = first === 'self' ? request.claims?.sub : Object.values(request.params ?? {})[0];
  return { resourceType: collection, resourceId: inPath, ...subjects.get(request) };
}
