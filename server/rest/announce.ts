/** Tells consoles and devices what a tutor has changed, and keeps it in the log of resources. */
import type { FastifyRequest } from 'fastify';
import type { Notification } from '#protocol/notification.ts';
import type { Change } from '../changes.ts';
import { pathOf } from '../http/error-answers.ts';
import type { ResourceLog } from '../store/logs/resource-log.ts';
import type { SiteTutor } from '../store/permissions/permissions.ts';

/** What a request has changed. `at`: epoch milliseconds. */
type Announcement = { at: number; changed: readonly Announced[] };
const announcements = new WeakMap<FastifyRequest, Announcement>();
export const announcementOf = (request: FastifyRequest): Announcement | undefined =>
  announcements.get(request);

export type Announced = Pick<Notification, 'resource' | 'id'> & {
  change?: Notification['change'];
  reachUnchanged?: boolean;
};

/** The first is what the tutor changed; the others are what is different for it. */
export type Announce = (
  request: FastifyRequest,
  tutor: SiteTutor,
  changed: Announced,
  ...others: Announced[]
) => Promise<void>;

export function createAnnounce(deps: {
  publish(change: Change): void;
  failed(error: unknown): void;
  resourceLog: ResourceLog;
  /** Epoch milliseconds. */
  clock: () => number;
}): Announce {
  return async (request, tutor, changed, ...others) => {
    const { tenant, site } = tutor;
    const at = deps.clock();
    announcements.set(request, { at, changed: [changed, ...others] });
    for (const each of [changed, ...others]) {
      deps.publish({ change: 'updated', ...each, tenant, site, at });
    }
    const note = {
      method: request.method,
      path: pathOf(request.url),
      at,
      resourceType: changed.resource,
      resourceId: changed.id,
    };
    // The change is made and published: a tutor who got an error would make it again.
    await deps.resourceLog.note(tutor, note).catch((error: unknown) => deps.failed(error));
  };
}
