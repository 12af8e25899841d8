/** Logs security events from a service's responses, in one place for all its routes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SecurityEvent, SecurityLog } from '#base/security-log.ts';

/** A call with its response. */
export type AnsweredCall = {
  request: FastifyRequest;
  /** The route's path below the service's prefix, such as `/login`. */
  route: string;
  status: number;
  /** The response body: an error document if `status` is 400 or more. */
  body: object;
};

/**
 * Logs the event that `eventOf` returns for each response of `scope`, with the call's address and tenant.
 * Rejections because of a rate limit are always logged, with `service` in the reason.
 */
export function noteCalls(
  scope: FastifyInstance,
  security: SecurityLog,
  { service, eventOf }: { service: string; eventOf(call: AnsweredCall): SecurityEvent | undefined },
): void {
  scope.addHook('preSerialization', async (request, reply, payload) => {
    const tenant = request.headers['tenant-key'];
    const url = request.routeOptions.url ?? '';
    const call = {
      request,
      status: reply.statusCode,
      body: (payload ?? {}) as object,
      route: url.startsWith(scope.prefix) ? url.slice(scope.prefix.length) : url,
    };
    const event =
      reply.statusCode === 429
        ? ({ what: 'limit-reached', reason: `${service}-calls`, about: call.route } as const)
        : eventOf(call);
    if (event)
      security.note({
        tenant: typeof tenant === 'string' ? tenant : undefined,
        address: request.ip,
        ...event,
      });
    return payload;
  });
}
