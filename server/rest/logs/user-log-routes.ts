/** Events of students' devices: alerts of a group, a person or a client, and the events of the site. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  userLogCleanUpSchema,
  userLogQuerySchema,
  userLogTimesQuerySchema,
} from '#protocol/rest/user-log.ts';
import type { Database } from '#store/database.ts';
import { logPageOf } from '#store/logs/log-page.ts';
import { createUserLogs, type UserLogsOf } from '#store/logs/user-logs.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import type { Announce } from '../announce.ts';
import type { Callers } from '../caller.ts';
import { invalidField } from '../invalid-field.ts';
import type { SiteReach } from '../site-reach.ts';

export type UserLogRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Permissions;
  reach: SiteReach;
  announce: Announce;
};

export function registerUserLogRoutes(app: FastifyInstance, deps: UserLogRoutesDeps): void {
  const { callers, permissions, reach, announce } = deps;
  const userLogs = createUserLogs(deps.db);

  /** Resources outside of the tutor's reach are answered with 404, as groups are. */
  async function requireReach(tutor: SiteTutor, { groupId, userId, clientId }: UserLogsOf): Promise<void> {
    if (groupId !== undefined && !(await reach.seesGroup(tutor, groupId))) {
      throw new AppError('not-found', 'There is no such group.');
    }
    if (userId !== undefined && !(await permissions.mayReachUser(tutor, userId))) {
      throw new AppError('not-found', 'There is no such person.');
    }
    if (clientId !== undefined && !(await permissions.mayReachClient(tutor, clientId))) {
      throw new AppError('not-found', 'There is no such client.');
    }
  }

  app.get('/userlogs', async (request) => {
    const { groupId, userId, clientId, kind, ...page } = parseBody(userLogQuerySchema, request.query);
    const isOfSite = [groupId, userId, clientId].every((id) => id === undefined);
    const tutor = await callers.onSite(request, isOfSite ? 'eventViewer' : undefined);
    // A tutor who may read the events of the whole site may filter them by anyone who has events.
    const isSeen = async (of: { userId: string } | { clientId: string }) =>
      tutor.roles.includes('eventViewer') && (await userLogs.hasAny(tutor, of));
    await requireReach(tutor, {
      groupId,
      userId: userId !== undefined && (await isSeen({ userId })) ? undefined : userId,
      clientId: clientId !== undefined && (await isSeen({ clientId })) ? undefined : clientId,
    });
    const times = { since: page._gte_timeTriggered, before: page._lt_timeTriggered };
    return userLogs.list(tutor, { groupId, userId, clientId, kind }, logPageOf(page, times));
  });

  app.get('/userlogs/times', async (request) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    const { since } = parseBody(userLogTimesQuerySchema, request.query);
    return userLogs.times(tutor, new Date(since));
  });

  app.delete('/userlogs', async (request) => {
    const tutor = await callers.onSite(request);
    const of = readCleanUp(request.query);
    await requireReach(tutor, of);
    const deleted = await userLogs.remove(tutor, of);
    const id = 'groupId' in of ? of.groupId : of.userId;
    await announce(request, tutor, { resource: 'userlogs', id, change: 'deleted' });
    return { deleted };
  });
}

/** Requires exactly one of both, because deleted alerts cannot be restored. */
function readCleanUp(query: unknown) {
  const { groupId, userId } = query as { groupId?: unknown; userId?: unknown };
  if ((groupId === undefined) === (userId === undefined)) {
    throw invalidField('groupId', 'Name either the group or the person whose alerts shall go.');
  }
  return parseBody(userLogCleanUpSchema, query);
}
