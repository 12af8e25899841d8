/** Registers the routes of the admin realm in a scope that only administrators may call. */
import type { FastifyInstance } from 'fastify';
import { createAnnounce } from '../announce.ts';
import { readChangeDetails } from '../logs/change-details.ts';
import type { AdminDeps, AdminScope } from './admin-scope.ts';
import { guardAdministrators } from './administrators.ts';
import { registerAdminChanges } from './change-list-routes.ts';
import { registerDuplicateDevices } from './duplicate-device-routes.ts';
import { registerIntegrationChanges } from './integration-routes.ts';
import { registerAdminOverview } from './overview-routes.ts';
import { registerRoleLinkRoutes } from './role-link-routes.ts';
import { registerAdminSites } from './site-routes.ts';
import { registerSiteRunnerRoutes } from './site-runner-routes.ts';
import { registerSiteTokens } from './site-token-routes.ts';
import { registerSyncRoutes } from './sync-routes.ts';
import { registerTags } from './tag-routes.ts';
import { registerTenantLists } from './tenant-lists.ts';
import { registerTutorInvites } from './tutor-invite-routes.ts';
import { registerTutorLists } from './tutor-lists.ts';
import { registerTutorRemoval } from './tutor-removal-route.ts';

export async function registerAdmin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  await app.register(async (scope) => {
    const administrator = guardAdministrators(scope, deps);
    readChangeDetails(scope, deps);
    const shared: AdminScope = { ...deps, administrator, announce: createAnnounce(deps) };
    registerAdminOverview(scope, shared);
    registerAdminChanges(scope, shared);
    registerTenantLists(scope, shared);
    registerAdminSites(scope, shared);
    registerSiteTokens(scope, shared);
    registerTags(scope, shared);
    registerTutorLists(scope, shared);
    registerSiteRunnerRoutes(scope, shared);
    registerDuplicateDevices(scope, shared);
    registerSyncRoutes(scope, shared);
    registerIntegrationChanges(scope, shared);
    registerTutorRemoval(scope, shared);
    registerTutorInvites(scope, shared);
    registerRoleLinkRoutes(scope, shared);
  });
}
