/** Notifies consoles and devices of a tutor's changes. `logs/log-changes.ts` logs them. */

import type { FastifyRequest } from 'fastify';
import type { Change } from '#base/changes.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';

/** The changes of a request. */
type Announcement = { at: EpochMs; changed: readonly Announced[] };
const announcements = new WeakMap<FastifyRequest, Announcement>();
export const announcementOf = (request: FastifyRequest): Announcement | undefined =>
  announcements.get(request);

export type Announced = Pick<Notification, 'resource' | 'id'> & {
  change?: Notification['change'];
  reachUnchanged?: boolean;
};

/** The site of the change. Without a site, the whole tenant is notified. */
export type AnnouncedAt = { tenant: string; site?: string };

/** `changed`: the resource that the tutor changed. `others`: resources that differ as a consequence. */
export type Announce = (
  request: FastifyRequest,
  place: AnnouncedAt,
  changed: Announced,
  ...others: Announced[]
) => Promise<void>;

export function createAnnounce(deps: { publish(change: Change): void; clock: () => EpochMs }): Announce {
  return async (request, { tenant, site }, changed, ...others) => {
    const at = deps.clock();
    announcements.set(request, { at, changed: [changed, ...others] });
    for (const each of [changed, ...others]) {
      deps.publish({ change: 'updated', ...each, tenant, site, at });
    }
  };
}
