/** Tells consoles and devices what a tutor has changed; `logs/log-changes.ts` notes it. */

import type { FastifyRequest } from 'fastify';
import type { EpochMs } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';
import type { Change } from '../changes.ts';

/** What a request has changed. `at`: epoch milliseconds. */
type Announcement = { at: number; changed: readonly Announced[] };
const announcements = new WeakMap<FastifyRequest, Announcement>();
export const announcementOf = (request: FastifyRequest): Announcement | undefined =>
  announcements.get(request);

export type Announced = Pick<Notification, 'resource' | 'id'> & {
  change?: Notification['change'];
  reachUnchanged?: boolean;
};

/** Where something changed. Without a site the whole tenant is told. */
export type AnnouncedAt = { tenant: string; site?: string };

/** The first is what the tutor changed; the others are what is different for it. */
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
