/** Group maintainers create and delete groups, set who may see them, and count their members. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import { directoryError } from '#directories/directory-refusal.ts';
import type { OfferedCourse } from '#directories/offered-course.ts';
import type { SyncGroup } from '#directories/sync-group.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import {
  type GroupCreateBody,
  groupCreateBodySchema,
  groupPermissionsBodySchema,
  patternMatchesBodySchema,
} from '#protocol/rest/group-body.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import type { Database } from '#store/database.ts';
import { createGroupTutors } from '#store/groups/group-tutors.ts';
import { createGroups } from '#store/groups/groups.ts';
import { createMatchCounts } from '#store/groups/match-counts.ts';
import { createNewGroups, type Made } from '#store/groups/new-groups.ts';
import { pageOf } from '#store/page.ts';
import type { Announce, Announced } from '../announce.ts';
import type { Callers } from '../caller.ts';
import { fewIds } from '../few-ids.ts';
import { invalidField } from '../invalid-field.ts';
import type { IdRoute, SiteReach } from '../site-reach.ts';

export type GroupMakingRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  reach: SiteReach;
  announce: Announce;
  offeredCourse: OfferedCourse;
  syncGroup: SyncGroup;
  clock: () => EpochMs;
};

/** If more tutors are affected, the consoles of all tutors reload their tutor document. */
const MAX_NAMED_TUTORS = 20;

export function registerGroupMakingRoutes(app: FastifyInstance, deps: GroupMakingRoutesDeps): void {
  const { db, callers, reach, announce, offeredCourse, syncGroup, clock } = deps;
  const newGroups = createNewGroups(db);
  const groups = createGroups(db);
  const tutors = createGroupTutors(db);
  const counts = createMatchCounts(db);
  const previews = createLatestOnly();

  app.post('/groups', async (request) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    const body = parseBody(groupCreateBodySchema, request.body);
    refuseOrigin(body);
    const { tenant, site } = tutor;
    const { integrationId, nativeIdf: courseId } = body;
    const isImport = integrationId !== null && courseId !== null;
    const source = isImport ? await offeredCourse({ ...tutor, integrationId, courseId }) : body.source;
    const groupId = madeId(await newGroups.make(tutor, { ...body, source }));
    const people = isImport ? await importPeople({ tenant, site, groupId }) : [];
    // Unless imported, the group has no members yet, and only maintainers see it. Later calls set both.
    const about = { resource: 'groups', id: groupId, change: 'created', reachUnchanged: !isImport } as const;
    await announce(request, tutor, about, ...people);
    return groups.find({ tenant, site, groupId });
  });

  /** Imports the course's students. If the directory cannot be read, the new group is removed. */
  async function importPeople(group: GroupKey): Promise<Announced[]> {
    const outcome = await syncGroup(group, clock());
    if (outcome.name === 'synced')
      return outcome.peopleChanged ? [{ resource: 'users', change: 'created' }] : [];
    await newGroups.remove(group);
    if (outcome.name === 'no-integration')
      throw new AppError('conflict', 'There is no such directory any more.');
    throw directoryError(outcome);
  }

  app.delete<IdRoute>('/groups/:id', async (request) => {
    const { tutor, group } = await reach.group(request, 'groupMaintainer');
    const { tenant, site } = tutor;
    if (!(await newGroups.remove({ tenant, site, groupId: group.id })))
      throw new AppError('not-found', 'There is no such group.');
    await announce(
      request,
      tutor,
      { resource: 'groups', id: group.id, change: 'deleted' },
      // Deleting the group also changes to which targets policies are applied.
      { resource: 'policies', reachUnchanged: true },
    );
    return { id: group.id };
  });

  app.put<IdRoute>('/groups/:id/permissions', async (request) => {
    const { tutor, group } = await reach.group(request, 'groupMaintainer');
    const { permissions, former } = parseBody(groupPermissionsBodySchema, request.body);
    const { tenant, site } = tutor;
    const outcome = await tutors.permit({ tenant, site, groupId: group.id }, { wanted: permissions, former });
    if (outcome.name === 'unknown')
      throw invalidField('permissions', `The site has no tutors with these ids: ${fewIds(outcome.ids)}.`);
    const reachUnchanged = outcome.changed.length === 0;
    await announce(
      request,
      tutor,
      { resource: 'groups', id: group.id, reachUnchanged },
      ...selvesOf(outcome.changed),
    );
    return groups.find({ tenant, site, groupId: group.id });
  });

  app.get('/groups/counts', async (request) =>
    counts.ofGroups(await callers.onSite(request, 'groupMaintainer')),
  );

  // A POST, because patterns may be too long for a query.
  app.post('/groups/patterns/matches', { config: { changesNothing: true } }, async (request, reply) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    const { patterns } = parseBody(patternMatchesBodySchema, request.body);
    const { tenant, site, tutorId } = tutor;
    return previews.run(`${tenant}/${site}/${tutorId}`, reply, (signal) =>
      counts.preview(tutor, patterns, signal),
    );
  });

  app.get<{ Params: { siteId: string } }>('/tutors/site/:siteId', async (request) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    if (request.params.siteId !== tutor.site) throw new AppError('not-found', 'There is no such site.');
    return tutors.ofSite(tutor, pageOf(parseBody(pageQuerySchema, request.query)));
  });
}

/** A tutor's document lists the groups that the tutor may see. */
function selvesOf(tutorIds: readonly string[]): Announced[] {
  if (tutorIds.length > MAX_NAMED_TUTORS) return [{ resource: 'tutors' }];
  return tutorIds.map((id) => ({ resource: 'tutors', id }));
}

function refuseOrigin({ integrationId, nativeIdf, definitionName }: GroupCreateBody): void {
  if (integrationId !== null && nativeIdf === null)
    throw invalidField('nativeIdf', 'A group of a directory names its course.');
  if (integrationId === null && nativeIdf !== null)
    throw invalidField('integrationId', 'A course is one of a directory.');
  if (integrationId !== null && definitionName !== 'userGroup')
    throw invalidField('definitionName', 'A group of a directory is one of users.');
}

function madeId(made: Made): string {
  switch (made.name) {
    case 'made':
      return made.groupId;
    case 'no-integration':
      throw invalidField('integrationId', 'There is no such directory, or it is switched off.');
    case 'taken':
      throw new AppError('conflict', `This course is in the group “${made.group}” already.`);
  }
}

/** Runs one task per key. A newer task aborts the current one, and so does a client that disconnects. */
function createLatestOnly() {
  const running = new Map<string, AbortController>();
  return {
    async run<T>(key: string, reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const own = new AbortController();
      running.get(key)?.abort(superseded());
      running.set(key, own);
      const gone = () => own.abort(superseded());
      reply.raw.once('close', gone);
      try {
        return await work(own.signal);
      } finally {
        reply.raw.off('close', gone);
        if (running.get(key) === own) running.delete(key);
      }
    },
  };
}

const superseded = () => new AppError('conflict', 'A newer question has taken the place of this one.');
