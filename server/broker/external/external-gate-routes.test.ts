import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLog, silentLog } from '#base/log.ts';
import { createRateLimit } from '#base/rate-limit.ts';
import { createErrorHandler } from '#http/error-answers.ts';
import type { ExternalGate, ExternalRequest } from './external-gate.ts';
import { registerExternalGate } from './external-gate-routes.ts';

const SECRET = 'asks-for-a-whole-school';
const asked: ExternalRequest = {
  clientId: 'c',
  username: 't',
  action: 'publish',
  topic: 'acme/riverside',
  retain: true,
};

async function open(authorize: ExternalGate['authorize']) {
  const lines: string[] = [];
  const app = fastify();
  app.setErrorHandler(createErrorHandler(silentLog));
  await registerExternalGate(app, {
    gate: { authorize, authenticate: async () => undefined },
    secret: SECRET,
    refusedSecrets: createRateLimit({ perMinute: 2, now: () => 0 }),
    security: { note: () => {} },
    log: createLog(({ message }) => lines.push(message)),
  });
  const call = async (retain: unknown, secret = SECRET) => {
    const { clientId: clientid, username, action, topic } = asked;
    const answer = await app.inject({
      method: 'POST',
      url: '/mqtt/authorize',
      headers: { authorization: `Bearer ${secret}` },
      payload: { clientid, username, action, topic, retain },
    });
    return [answer.statusCode, answer.json().result];
  };
  return { call, lines };
}

it('reads the placeholders of a template, which are texts', async () => {
  const requests: ExternalRequest[] = [];
  const { call } = await open(async (request) => requests.push(request) > 0);
  for (const retain of [true, 'true', '1', 1]) await call(retain);
  for (const retain of [false, 'false', '0', '', undefined]) await call(retain);
  expect(requests).toEqual([
    ...Array.from({ length: 3 }, () => asked),
    ...Array.from({ length: 5 }, () => ({ ...asked, retain: false })),
  ]);
});

it('refuses what nobody can say, with the status that a broker does not pass over', async () => {
  const { call, lines } = await open(async () => {
    throw new Error('the database is away');
  });
  expect(await call('false')).toEqual([200, 'deny']);
  expect(lines).toEqual(['could not answer the external broker']);
});

it('limits who guesses the secret, and not who has it', async () => {
  const { call } = await open(async () => true);
  const guesses: unknown[] = [];
  for (let n = 0; n < 4; n += 1) guesses.push((await call('false', 'a-guess'))[0]);
  expect(guesses).toEqual([401, 401, 429, 429]);
  expect(await call('false')).toEqual([200, 'allow']);
});
