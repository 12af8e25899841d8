/** Groups of the site. Tutors read the groups that they may see; group maintainers change them. */

import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { directoryError } from '#directories/directory-refusal.ts';
import type { SyncGroup } from '#directories/sync-group.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import {
  groupBodySchema,
  groupMembersBodySchema,
  groupPatternsBodySchema,
} from '#protocol/rest/group-body.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import type { Database } from '#store/database.ts';
import { createGroupChanges, type GroupFields } from '#store/groups/group-changes.ts';
import { createGroups, type GroupDocument } from '#store/groups/groups.ts';
import { createNewGroups } from '#store/groups/new-groups.ts';
import { pageOf } from '#store/page.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import type { Announce } from '../announce.ts';
import type { Callers } from '../caller.ts';
import { fewIds } from '../few-ids.ts';
import { invalidField } from '../invalid-field.ts';
import type { IdRoute, SiteReach } from '../site-reach.ts';
import type { GroupBackgrounds } from './group-backgrounds.ts';
import type { GroupLayouts } from './group-layouts.ts';

export type GroupRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Permissions;
  reach: SiteReach;
  announce: Announce;
  backgrounds: GroupBackgrounds;
  layouts: GroupLayouts;
  syncGroup: SyncGroup;
  clock: () => EpochMs;
};

export function registerGroupRoutes(app: FastifyInstance, deps: GroupRoutesDeps): void {
  const { db, callers, permissions, reach, announce, backgrounds, layouts, syncGroup, clock } = deps;
  const groups = createGroups(db);
  const changes = createGroupChanges(db);
  const { convert } = createNewGroups(db);
  const pageIn = (request: FastifyRequest) => pageOf(parseBody(pageQuerySchema, request.query));
  const keyOf = ({ tenant, site }: SiteTutor, { id }: GroupDocument) => ({ tenant, site, groupId: id });

  const present = async (tutor: SiteTutor, { id }: GroupDocument) => {
    const group = await groups.find({ ...tutor, groupId: id });
    return group && backgrounds.shown(tutor.tenant, group);
  };

  // The console itself hides groups for certain hostnames, because only the console knows its machine.
  app.get('/groups', async (request) => {
    const tutor = await callers.onSite(request);
    const list = await groups.list(tutor, await permissions.permittedGroups(tutor), pageIn(request));
    return list.map((group) => backgrounds.shown(tutor.tenant, group));
  });

  app.get<IdRoute>('/groups/:id', async (request) => {
    const { tutor, group } = await reach.group(request);
    return backgrounds.shown(tutor.tenant, group);
  });

  app.get<IdRoute>('/groups/:id/members', async (request) => {
    const { tutor, group } = await reach.group(request);
    return (await groups.members(keyOf(tutor, group), pageIn(request))) ?? [];
  });

  // Returns only groups that the tutor may see, so that other tutors of the person stay private.
  app.get<IdRoute>('/users/:id/groups', async (request) => {
    const { tutor, userId } = await reach.user(request);
    const { tenant, site } = tutor;
    const list = await groups.ofUser({ tenant, site, userId }, await permissions.permittedGroups(tutor));
    return list.map((group) => backgrounds.shown(tenant, group));
  });

  app.get<IdRoute>(
    '/groups/:id/patterns',
    async (request) => (await reach.group(request)).group.patterns ?? [],
  );

  app.get<IdRoute>(
    '/groups/:id/permissions',
    async (request) => (await reach.group(request)).group.permissions ?? [],
  );

  app.put<IdRoute>('/groups/:id', async (request) => {
    const { tutor, group } = await reach.group(request, 'groupMaintainer');
    const { fields, kinds } = fieldsOf(request.body, group);
    const key = keyOf(tutor, group);
    if (kinds && !(await convert(key, kinds))) throw otherKind();
    const tooLarge = await layouts.save(key, fields);
    if (tooLarge !== undefined)
      throw invalidField(tooLarge, `Together with what the group has, ${tooLarge} would be too large.`);
    await announce(request, tutor, { resource: 'groups', id: group.id, reachUnchanged: !kinds });
    return present(tutor, group);
  });

  app.put<IdRoute>('/groups/:id/members', async (request) => {
    const { tutor, group } = await reach.group(request, 'groupMaintainer');
    refuseFromDirectory(group);
    const { members, former } = parseBody(groupMembersBodySchema, request.body);
    if (group.definitionName === 'deviceMatchGroup') {
      throw new AppError('conflict', 'The members of this group are found by its patterns.');
    }
    const kind = group.definitionName === 'userGroup' ? 'user' : 'device';
    const unknown = await changes.setMembers(keyOf(tutor, group), kind, { wanted: members, former });
    if (unknown.length > 0) {
      const what = kind === 'user' ? 'people' : 'devices';
      throw invalidField('members', `The site has no ${what} with these ids: ${fewIds(unknown)}.`);
    }
    await announce(request, tutor, { resource: 'groups', id: group.id });
    return present(tutor, group);
  });

  app.put<IdRoute>('/groups/:id/patterns', async (request) => {
    const { tutor, group } = await reach.group(request, 'groupMaintainer');
    refuseFromDirectory(group);
    const { patterns, former } = parseBody(groupPatternsBodySchema, request.body);
    if (group.definitionName !== 'deviceMatchGroup') {
      throw new AppError('conflict', 'This group has members, and no patterns.');
    }
    await changes.setPatterns(keyOf(tutor, group), { wanted: patterns, former });
    await announce(request, tutor, { resource: 'groups', id: group.id });
    return present(tutor, group);
  });

  app.post<IdRoute>('/groups/:id/sync', async (request) => {
    const { tutor, group } = await reach.group(request);
    const outcome = await syncGroup(keyOf(tutor, group), clock());
    if (outcome.name === 'no-integration')
      throw new AppError('conflict', 'This group comes from no directory.');
    if (outcome.name !== 'synced') throw directoryError(outcome);
    const { added, removed, peopleChanged } = outcome;
    const about = { resource: 'groups', id: group.id, reachUnchanged: added + removed === 0 };
    const people = peopleChanged ? [{ resource: 'users', change: 'created' } as const] : [];
    await announce(request, tutor, about, { resource: 'syncs' }, ...people);
    return { ...(await present(tutor, group)), synced: { added, removed } };
  });
}

type Kinds = { former: GroupDefinition; wanted: GroupDefinition };
/** `kinds`: set if the group's kind changes. */
type GroupUpdate = { fields: GroupFields; kinds: Kinds | undefined };

const otherKind = () => new AppError('conflict', 'This group is not of the kind that it was before.');

function kindsOf(group: GroupDocument, next: GroupDefinition, former?: GroupDefinition): Kinds | undefined {
  if (next === group.definitionName) return undefined;
  if (former !== group.definitionName) throw otherKind();
  if (group.integrationId) throw new AppError('conflict', 'A group of a directory stays one of users.');
  if (former === 'deviceMatchGroup') throw new AppError('conflict', 'A group of patterns stays one.');
  return { former, wanted: next };
}

/** Only the fields that the body has. The schema fills in defaults for the others, which are ignored. */
function fieldsOf(body: unknown, group: GroupDocument): GroupUpdate {
  const parsed = parseBody(groupBodySchema, body);
  const { definitionName, formerDefinitionName, ...fields } = parsed;
  const { name, global, wol, settings, properties, restrictions } = fields;
  const kinds = kindsOf(group, definitionName, formerDefinitionName);
  for (const origin of ['meta', 'source', 'nativeIdf', 'integrationId'] as const) {
    if (fields[origin] !== undefined && !isDeepStrictEqual(fields[origin], group[origin] ?? null))
      throw invalidField(origin, 'Where a group comes from stays as it was when the group was made.');
  }
  if (wol !== undefined && definitionName === 'userGroup') {
    throw invalidField('wol', 'Only groups of devices have a wake schedule.');
  }
  if (wol?.enabled && wol.periods.length === 0) {
    throw invalidField('wol.periods', 'A schedule that is enabled needs at least one period.');
  }
  const named: GroupFields = {
    name,
    ...(Object.hasOwn(body as object, 'global') && { global }),
    ...(wol !== undefined && { wol }),
    ...(settings !== undefined && { settings }),
    ...(properties !== undefined && { properties }),
    ...(restrictions !== undefined && { restrictions }),
  };
  return { fields: named, kinds };
}

function refuseFromDirectory({ integrationId }: GroupDocument): void {
  if (!integrationId) return;
  throw new AppError('conflict', 'This group comes from a directory: who is in it is changed there.');
}
