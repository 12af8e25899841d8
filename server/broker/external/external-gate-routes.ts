/**
 * The two routes for an external MQTT broker, in the format of EMQX's HTTP authenticator and authorizer. Only
 * callers with the secret are answered. Every answer is 200 with `allow` or `deny`, because such brokers
 * ignore other statuses and continue with their other authorizers.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Log } from '#base/log.ts';
import type { RateLimit } from '#base/rate-limit.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { takeOrRefuse } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ExternalGate } from './external-gate.ts';

export type ExternalGateRoutesDeps = {
  gate: ExternalGate;
  /** Sent by the broker as a bearer token. */
  secret: string;
  /** Limits calls with a wrong secret, by address. */
  refusedSecrets: RateLimit;
  security: Pick<SecurityLog, 'note'>;
  log: Pick<Log, 'error'>;
};

const text = v.pipe(v.string(), v.maxLength(65_535));
const clientSchema = v.object({ clientid: text, username: text, password: text });
/** Placeholders of a broker's template are sent as strings: `true`, `1`. */
const flag = v.optional(
  v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false', '1', '0', ''])]),
    v.transform((given) => given === true || given === 'true' || given === '1'),
  ),
  false,
);
const requestSchema = v.object({
  clientid: text,
  username: text,
  action: v.picklist(['publish', 'subscribe']),
  topic: text,
  retain: flag,
});

const DENY = { result: 'deny' } as const;

export async function registerExternalGate(
  app: FastifyInstance,
  deps: ExternalGateRoutesDeps,
): Promise<void> {
  const { gate, refusedSecrets, security, log } = deps;
  const expected = digest(`Bearer ${deps.secret}`);

  /** Denies on failure, because the broker cannot be told to retry. */
  async function answer<Answer>(work: () => Promise<Answer>): Promise<Answer | typeof DENY> {
    try {
      return await work();
    } catch (error) {
      log.error('could not answer the external broker', { error });
      return DENY;
    }
  }

  await app.register(async (scope) => {
    // The calls of a whole school come from one address, so the limit per address does not apply.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, checksToken: true };
    });
    scope.addHook('onRequest', async ({ ip, headers }) => {
      if (timingSafeEqual(digest(headers.authorization ?? ''), expected)) return;
      security.note({ what: 'secret-refused', reason: 'external-broker', address: ip });
      takeOrRefuse(refusedSecrets, { key: ip, what: 'Too many calls with a wrong secret; wait a minute.' });
      throw new AppError('unauthorized', 'This needs the secret that MQTT_ACCESS_SECRET names.');
    });
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    scope.post('/mqtt/authenticate', ({ body }) =>
      answer(async () => {
        const read = v.safeParse(clientSchema, body);
        if (!read.success) return DENY;
        const { clientid: clientId, username, password } = read.output;
        const admitted = await gate.authenticate({ clientId, username, password });
        return admitted === undefined
          ? DENY
          : { result: 'allow', is_superuser: false, expire_at: admitted.until };
      }),
    );

    scope.post('/mqtt/authorize', ({ body }) =>
      answer(async () => {
        const read = v.safeParse(requestSchema, body);
        if (!read.success) return DENY;
        const { clientid: clientId, ...request } = read.output;
        return (await gate.authorize({ clientId, ...request })) ? { result: 'allow' } : DENY;
      }),
    );
  });
}

const digest = (shown: string) => createHash('sha256').update(shown).digest();
