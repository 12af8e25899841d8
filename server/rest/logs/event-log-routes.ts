/** Logs for the events page: tutors' actions and changes, and the values for its filters. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import {
  eventChoiceQuerySchema,
  resourceLogQuerySchema,
  tutorActionQuerySchema,
} from '#protocol/rest/event-log.ts';
import type { Database } from '#store/database.ts';
import { createEventChoices } from '#store/logs/event-choices.ts';
import { createEventLogs } from '#store/logs/event-logs.ts';
import { logPageOf } from '#store/logs/log-page.ts';
import type { Callers } from '../caller.ts';

export function registerEventLogRoutes(
  app: FastifyInstance,
  { db, callers }: { db: Kysely<Database>; callers: Callers },
): void {
  const logs = createEventLogs(db);
  const choices = createEventChoices(db);

  app.get('/actions', async (request) => {
    const tutor = await callers.onSite(request, 'siteLogViewer');
    const { tutorId, action, ...page } = parseBody(tutorActionQuerySchema, request.query);
    const times = { since: page._gte_loggedTime, before: page._lt_loggedTime };
    return logs.actions(tutor, { tutorId, action }, logPageOf(page, times));
  });

  app.get('/site-resources', async (request) => {
    const tutor = await callers.onSite(request, 'siteLogViewer');
    const { tutorId, resourceType, ...page } = parseBody(resourceLogQuerySchema, request.query);
    const times = { since: page._gte_loggedTime, before: page._lt_loggedTime };
    return logs.resources(tutor, { tutorId, resourceType }, logPageOf(page, times));
  });

  const named = {
    '/userlogs/people': { role: 'eventViewer', find: choices.people },
    '/userlogs/devices': { role: 'eventViewer', find: choices.devices },
    '/actions/tutors': { role: 'siteLogViewer', find: choices.tutors },
  } as const;
  for (const [path, { role, find }] of Object.entries(named)) {
    app.get(path, async (request) => {
      const tutor = await callers.onSite(request, role);
      return find(tutor, parseBody(eventChoiceQuerySchema, request.query));
    });
  }
}
