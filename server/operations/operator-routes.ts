/** Routes for the operator's programs: health, readiness and metrics. */
import type { FastifyInstance } from 'fastify';
import type { SecurityLog } from '#base/security-log.ts';
import { AppError } from '#protocol/app-error.ts';
import { VERSION } from '#protocol/version.ts';
import type { Metrics } from './metrics.ts';
import type { MetricsReader } from './metrics-reader.ts';
import type { Readiness } from './readiness.ts';

export type OperatorRoutesDeps = {
  readiness: Readiness;
  metrics: Metrics;
  mayReadMetrics: MetricsReader;
  security: SecurityLog;
};

export function registerOperatorRoutes(app: FastifyInstance, deps: OperatorRoutesDeps): void {
  const { readiness, metrics, mayReadMetrics, security } = deps;

  app.addHook('onResponse', async (request, reply) => {
    metrics.callAnswered({
      method: request.method,
      // For an unknown address, the pattern would be text from the caller.
      route: request.is404 ? undefined : request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });

  app.get('/healthz', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      // A console calls the login host to check the connection, and needs nothing else of the response.
      .header('cross-origin-resource-policy', 'cross-origin')
      .send({ ok: true, version: VERSION }),
  );

  app.get('/readyz', async (_request, reply) => {
    const answer = await readiness.read();
    return reply
      .code(answer.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer);
  });

  app.get('/metrics', async (request, reply) => {
    const may = mayReadMetrics(request.raw);
    if (may === 'off') throw new AppError('not-found', 'There is nothing at this address.');
    if (may === 'wrong-token') {
      security.note({ what: 'secret-refused', reason: 'metrics', address: request.ip });
      throw new AppError('unauthorized', 'This needs the token that METRICS_TOKEN names.');
    }
    const { text, contentType } = await metrics.read().catch((cause: unknown) => {
      const detail = { status: 503, retryAfter: 5 };
      throw new AppError('server', 'A process of the platform did not say what it has counted.', {
        detail,
        cause,
      });
    });
    return reply.header('cache-control', 'no-store').header('content-type', contentType).send(text);
  });
}
