/** Consoles report parts of a page that they failed to render. Each report is logged and counted. */
import type { FastifyInstance } from 'fastify';
import type { Log } from '#base/log.ts';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import { parseBody } from '#http/parse-body.ts';
import { takeOrRefuse } from '#http/too-many.ts';
import { type PartKind, renderFailureBodySchema } from '#protocol/render-failure.ts';
import type { Callers } from './caller.ts';

export type RenderFailureRoutesDeps = {
  callers: Callers;
  log: Pick<Log, 'warn'> | undefined;
  renderFailed: ((part: PartKind) => void) | undefined;
  rateLimit: MakeRateLimit;
};

const MAX_BODY_BYTES = 4_096;
const TOO_MANY = 'Your console reports too many failures; wait a minute.';

export function registerRenderFailureRoutes(
  app: FastifyInstance,
  { callers, log, renderFailed, rateLimit }: RenderFailureRoutesDeps,
): void {
  // A tab reports each failure once, and ten at most.
  const ofTutor = rateLimit('render-failures', { perMinute: 1, burst: 20 });
  // Limits the log for all tutors together. A line has about 1 KB.
  const ofLog = rateLimit('render-failure-lines', { perMinute: 5, burst: 100 });

  app.post(
    '/render-failures',
    { bodyLimit: MAX_BODY_BYTES, config: { changesNothing: true } },
    async (request) => {
      const { tenant, sub } = await callers.present(request);
      takeOrRefuse(ofTutor, { key: JSON.stringify([tenant, sub]), what: TOO_MANY });
      const { part, error, frames, version } = parseBody(renderFailureBodySchema, request.body);
      renderFailed?.(part);
      const logged = log !== undefined && ofLog.take('all');
      if (logged)
        log.warn('a console could not show a part of a page', { tenant, part, error, frames, version });
      return { logged };
    },
  );
}
