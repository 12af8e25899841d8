import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Change } from '#base/changes.ts';
import { announcementOf, createAnnounce } from './announce.ts';

it('tells of a change', async () => {
  const published: Change[] = [];
  const announce = createAnnounce({ publish: (change) => published.push(change), clock: () => 7 });
  const request = { method: 'PUT', url: '/v1/groups/g-1' } as FastifyRequest;
  const tutor = { tenant: 'demo', site: 'riverside', tutorId: 't-1', roles: [] };
  await announce(request, tutor, { resource: 'groups', id: 'g-1' });
  expect(published).toMatchObject([{ resource: 'groups', id: 'g-1', change: 'updated', at: 7 }]);
  expect(announcementOf(request)).toEqual({ at: 7, changed: [{ resource: 'groups', id: 'g-1' }] });
});
