/** Group maintainers upload, confirm and delete the background image of a group. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import {
  type GroupBackground,
  groupMediaConfirmSchema,
  groupMediaDeleteSchema,
} from '#protocol/rest/group-media.ts';
import type { GroupMedia } from '../../media/group-media.ts';
import { holderText } from '../address-holder.ts';
import type { Announce } from '../announce.ts';
import { invalidField } from '../invalid-field.ts';
import type { IdRoute, SiteReach } from '../site-reach.ts';
import type { GroupBackgrounds } from './group-backgrounds.ts';
import type { GroupLayouts } from './group-layouts.ts';

export type GroupMediaRoutesDeps = {
  media: GroupMedia;
  layouts: GroupLayouts;
  backgrounds: GroupBackgrounds;
  reach: SiteReach;
  announce: Announce;
};

export function registerGroupMediaRoutes(app: FastifyInstance, deps: GroupMediaRoutesDeps): void {
  const { media, layouts, backgrounds, reach, announce } = deps;

  async function maintained(request: FastifyRequest<IdRoute>) {
    const { tutor, group } = await reach.group(request, 'groupMaintainer');
    const { tenant, site } = tutor;
    return {
      key: { tenant, site, groupId: group.id },
      announced: () => announce(request, tutor, { resource: 'groups', id: group.id, reachUnchanged: true }),
    };
  }

  async function deleteBackground(request: FastifyRequest<IdRoute>) {
    const { key, announced } = await maintained(request);
    const { backgroundImageKey } = parseBody(groupMediaDeleteSchema, request.body);
    if (!backgrounds.isOf(key, backgroundImageKey)) {
      throw invalidField('backgroundImageKey', 'This is no background image of this group.');
    }
    await layouts.deleteBackground(key, backgroundImageKey);
    await announced();
    return { backgroundImageKey };
  }

  // The answer contains only how to upload. The group has the image after the confirmation.
  app.post<IdRoute>('/group-media/upload/:id', { config: { changesNothing: true } }, async (request) => {
    const { key } = await maintained(request);
    return media.begin(key, holderText(request));
  });

  app.post<IdRoute>('/group-media/confirm/:id', async (request) => {
    const { key, announced } = await maintained(request);
    const body = parseBody(groupMediaConfirmSchema, request.body);
    if ('action' in body) return deleteBackground(request);
    const backgroundImageKey = await media.confirm(key, body.objectKey);
    await announced();
    const answer: GroupBackground = {
      backgroundImageUrl: backgrounds.urlOf(key.tenant, backgroundImageKey),
      backgroundImageKey,
    };
    return answer;
  });

  app.delete<IdRoute>('/group-media/delete/:id', deleteBackground);
  app.post<IdRoute>('/group-media/delete/:id', deleteBackground);
}
