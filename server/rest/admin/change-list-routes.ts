/** Changes that administrators made in the tenant, for super admins. */
import type { FastifyInstance } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { eventChoiceQuerySchema, resourceLogQuerySchema } from '#protocol/rest/event-log.ts';
import { createEventChoices } from '#store/logs/event-choices.ts';
import { createEventLogs } from '#store/logs/event-logs.ts';
import { logPageOf } from '#store/logs/log-page.ts';
import type { AdminScope } from './admin-scope.ts';

const config = { administrator: 'superAdmin' } as const;

export function registerAdminChanges(app: FastifyInstance, { db, administrator }: AdminScope): void {
  const logs = createEventLogs(db);
  const choices = createEventChoices(db);

  app.get('/admin/changes', { config }, async (request) => {
    const { tenant } = administrator(request);
    const { tutorId, resourceType, ...page } = parseBody(resourceLogQuerySchema, request.query);
    const times = { since: page._gte_loggedTime, before: page._lt_loggedTime };
    return logs.adminChanges(tenant, { tutorId, resourceType }, logPageOf(page, times));
  });

  app.get('/admin/changes/tutors', { config }, async (request) => {
    const { tenant } = administrator(request);
    return choices.administrators(tenant, parseBody(eventChoiceQuerySchema, request.query));
  });
}
