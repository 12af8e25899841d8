import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { removeTutor } from '#store/people/tutor-removal.ts';
import { unstorableIn } from '#store/storable.ts';
import { createAnnounce } from '../announce.ts';
import type { AdminScope } from './admin-scope.ts';
import { LAST_SUPER_ADMIN } from './role-link-routes.ts';

type TutorRoute = { Params: { tutorId: string } };

/** Super admins delete tutors. A deleted tutor's sessions end. */
export function registerTutorRemoval(app: FastifyInstance, deps: AdminScope): void {
  const { db, administrator, clock, endFamily } = deps;
  const announce = createAnnounce(deps);

  app.delete<TutorRoute>('/tutors/:tutorId', { config: { administrator: 'superAdmin' } }, async (request) => {
    const { tenant, tutorId: removerId } = administrator(request);
    const { tutorId } = request.params;
    if (unstorableIn(request.params)) throw noSuchTutor();
    const removal = await removeTutor(db, { tenant, tutorId, removerId, now: new Date(clock()) });
    if (removal.name === 'forbidden') throw new AppError('forbidden', 'Only super admins may do this.');
    if (removal.name === 'last-super-admin') throw new AppError('conflict', LAST_SUPER_ADMIN);
    if (removal.name === 'gone') throw noSuchTutor();
    await announce(
      request,
      { tenant },
      { resource: 'tutors', id: tutorId, change: 'deleted' },
      // The permissions of all groups that the tutor could see have changed.
      { resource: 'groups', reachUnchanged: true },
    );
    for (const { id, site, isGone } of removal.rooms)
      deps.publish({
        tenant,
        site,
        resource: 'live-rooms',
        id,
        change: isGone ? 'deleted' : 'updated',
        at: clock(),
      });
    for (const family of removal.families) await endFamily(tenant, family);
    return { id: tutorId };
  });
}

const noSuchTutor = () => new AppError('not-found', 'There is no such tutor.');
