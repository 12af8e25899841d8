/** Shows the answers of a service to the security log, in one place for all of its calls. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SecurityEvent, SecurityLog } from '../security-log.ts';

/** A call as it was answered. */
export type AnsweredCall = {
  request: FastifyRequest;
  /** The path of its route below the service's, such as `/login`. */
  route: string;
  status: number;
  /** What is answered: an error document where `status` is 400 or more. */
  body: object;
};

/**
 * Notes what `eventOf` makes of each answer of `scope`, with the address and the tenant that the call named; undefined
 * notes nothing. What was refused for its rate is noted in any case, with `service` as the reason.
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
