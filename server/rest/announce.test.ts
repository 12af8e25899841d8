import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Change } from '../changes.ts';
import { announcementOf, createAnnounce } from './announce.ts';

it('tells of a change whose note could not be kept', async () => {
  const published: Change[] = [];
  const failures: unknown[] = [];
  const announce = createAnnounce({
    publish: (change) => published.push(change),
    failed: (error) => failures.push(error),
    resourceLog: { note: () => Promise.reject(new Error('disk full')) },
    clock: () => 7,
  });
  const request = { method: 'PUT', url: '/v1/groups/g-1' } as FastifyRequest;
  const tutor = { tenant: 'demo', site: 'riverside', tutorId: 't-1', roles: [] };
  await announce(request, tutor, { resource: 'groups', id: 'g-1' });
  expect(published).toMatchObject([{ resource: 'groups', id: 'g-1', change: 'updated', at: 7 }]);
  expect(failures).toEqual([new Error('disk full')]);
  expect(announcementOf(request)).toEqual({ at: 7, changed: [{ resource: 'groups', id: 'g-1' }] });
});
