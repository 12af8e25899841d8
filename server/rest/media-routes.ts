/** `GET /media/download/{id}`: the picture of an alert, for tutors who may read the alert. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { MediaDownload } from '#protocol/rest/media.ts';
import type { EventPictures, PictureOwner } from '#store/logs/event-pictures.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import { holderText } from './address-holder.ts';
import type { Callers } from './caller.ts';
import type { PictureAddresses } from './signed-pictures.ts';
import type { IdRoute, SiteReach } from './site-reach.ts';

export type MediaRoutesDeps = {
  callers: Callers;
  permissions: Permissions;
  reach: SiteReach;
  pictures: EventPictures;
  addresses: PictureAddresses;
};

export function registerMediaRoutes(app: FastifyInstance, deps: MediaRoutesDeps): void {
  const { callers, permissions, reach, pictures, addresses } = deps;

  /** Whether the tutor may read the alerts of this owner: the conditions of `GET /userlogs`. */
  async function mayRead(
    tutor: SiteTutor,
    { userId, clientId, userGroupIds }: PictureOwner,
  ): Promise<boolean> {
    if (tutor.roles.includes('eventViewer')) return true;
    if (await permissions.mayReachUser(tutor, userId)) return true;
    if (clientId !== null && (await permissions.mayReachClient(tutor, clientId))) return true;
    for (const groupId of userGroupIds) if (await reach.seesGroup(tutor, groupId)) return true;
    return false;
  }

  app.get<IdRoute>('/media/download/:id', async (request): Promise<MediaDownload> => {
    const tutor = await callers.onSite(request);
    const { id } = request.params;
    const owner = await pictures.ownerOf(tutor, id);
    // A forbidden picture is answered like a missing one, so that the answer reveals nothing.
    if (owner === undefined || !(await mayRead(tutor, owner))) {
      throw new AppError('not-found', 'This picture is no longer kept.');
    }
    return { downloadUrl: addresses.sign(tutor.tenant, id, holderText(request)) };
  });
}
