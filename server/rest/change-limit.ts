/** How often one tutor may change things. */
import type { FastifyInstance } from 'fastify';
import { createRateLimit } from '../broker/rate-limit.ts';

/** A policy for a selection of 500 people is 500 changes at once. */
const CHANGES_PER_MINUTE = 1_200;

/** After `guardCallers`: each change counts for whom the token names. The refusal is 429. */
export function limitChanges(scope: FastifyInstance, clock: () => number): void {
  const rate = createRateLimit({ perMinute: CHANGES_PER_MINUTE, now: clock });
  scope.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { tenant, sub } = request.claims ?? {};
    if (!rate.take(`${tenant}/${sub}`)) throw tooManyChanges();
  });
}

/** The app's error handler knows the framework's refusals by their status. */
export const tooManyChanges = () =>
  Object.assign(new Error('Too many changes; wait a minute.'), { statusCode: 429 });
