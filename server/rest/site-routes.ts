/** Registers the routes for the site of a tutor's session. */

import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Encryption } from '#auth/secrets/encryption.ts';
import type { Changes } from '#base/changes.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { Directories } from '#directories/directories.ts';
import { createOfferedCourse } from '#directories/offered-course.ts';
import { createSyncGroup } from '#directories/sync-group.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import type { EventPictures } from '#store/logs/event-pictures.ts';
import { createKeep } from '#store/permissions/keep-answers.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import type { GroupMedia } from '../media/group-media.ts';
import { createAnnounce } from './announce.ts';
import type { Callers } from './caller.ts';
import { registerDirectoryRoutes } from './directory-routes.ts';
import type { GroupBackgrounds } from './groups/group-backgrounds.ts';
import { createGroupLayouts } from './groups/group-layouts.ts';
import { registerGroupMakingRoutes } from './groups/group-making-routes.ts';
import { registerGroupMediaRoutes } from './groups/group-media-routes.ts';
import { registerGroupRoutes } from './groups/group-routes.ts';
import { registerIntegrationRoutes } from './integration-routes.ts';
import { registerInventoryRoutes } from './inventory-routes.ts';
import { registerEventLogRoutes } from './logs/event-log-routes.ts';
import { registerUserLogRoutes } from './logs/user-log-routes.ts';
import { registerMediaRoutes } from './media-routes.ts';
import { registerPolicyCatalogueRoutes } from './policy-catalogue-routes.ts';
import { registerPolicyRecipientRoutes } from './policy-recipient-routes.ts';
import { registerPolicyRoutes } from './policy-routes.ts';
import { registerReachabilityRoutes } from './reachability-routes.ts';
import { registerRoomRoutes } from './room-routes.ts';
import type { PictureAddresses } from './signed-pictures.ts';
import { createSiteReach } from './site-reach.ts';
import { registerSiteSettingsRoutes } from './site-settings-routes.ts';

export type SiteRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Permissions;
  changes: Changes;
  clock: () => EpochMs;
  /** Ends a device's session. */
  endFamily(tenant: string, family: string): Promise<void>;
  pictures: EventPictures;
  pictureAddresses: PictureAddresses;
  groupMedia: GroupMedia;
  backgrounds: GroupBackgrounds;
  directories: Directories;
  encryption: Encryption;
  security: Pick<SecurityLog, 'note'>;
};

export function registerSiteRoutes(app: FastifyInstance, deps: SiteRoutesDeps): void {
  const { db, callers, permissions, changes, clock } = deps;
  const keep = createKeep(changes, { mayChange: () => true, clock });
  const reach = createSiteReach({ db, callers, permissions, keep });
  const announce = createAnnounce({ publish: changes.publish, clock });
  const shared = { db, callers, permissions, reach, announce };
  const { groupMedia: media, backgrounds } = deps;
  const layouts = createGroupLayouts({ db, media });
  const { directories, encryption } = deps;
  const syncGroup = createSyncGroup(db, directories);
  registerGroupRoutes(app, { ...shared, backgrounds, layouts, syncGroup, clock });
  registerIntegrationRoutes(app, { db, callers, directories, encryption });
  const offeredCourse = createOfferedCourse(db, directories);
  registerGroupMakingRoutes(app, { ...shared, offeredCourse, syncGroup, clock });
  registerSiteSettingsRoutes(app, shared);
  registerGroupMediaRoutes(app, { reach, announce, media, backgrounds, layouts });
  registerInventoryRoutes(app, shared);
  registerPolicyCatalogueRoutes(app, shared);
  registerDirectoryRoutes(app, { ...shared, endFamily: deps.endFamily, security: deps.security, clock });
  registerReachabilityRoutes(app, { ...shared, clock });
  registerPolicyRoutes(app, shared);
  registerPolicyRecipientRoutes(app, shared);
  registerUserLogRoutes(app, shared);
  registerEventLogRoutes(app, shared);
  registerRoomRoutes(app, { ...shared, clock });
  const { pictures, pictureAddresses: addresses } = deps;
  registerMediaRoutes(app, { ...shared, pictures, addresses });
}
