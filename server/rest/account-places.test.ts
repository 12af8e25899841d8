import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createErrorHandler } from '#http/error-answers.ts';
import { createAccountPlaces } from './account-places.ts';

let app: FastifyInstance;
/** Names of the calls that a handler has started, in order. */
let begun: string[];
let finish: Map<string, (failure?: Error) => void>;

beforeEach(() => {
  app = fastify();
  app.setErrorHandler(createErrorHandler(silentLog));
  begun = [];
  finish = new Map();
  const places = createAccountPlaces(app, { places: 2, maxWaiting: 3, maxWaitMs: 500 });
  app.addHook<{ Params: { account: string } }>('preHandler', ({ params }, reply) =>
    places.take(params.account, reply),
  );
  app.get<{ Params: { account: string; name: string } }>('/:account/:name', ({ params: { name } }) => {
    begun.push(name);
    return new Promise((resolve, reject) => {
      finish.set(name, (failure) => (failure ? reject(failure) : resolve({ name })));
    });
  });
});
afterEach(() => app.close());

const call = async (account: string, name: string) => app.inject(`/${account}/${name}`);
const end = (name: string, failure?: Error) => finish.get(name)?.(failure);

it('works on so many calls of an account at once, in their order, and on those of others meanwhile', async () => {
  const calls = ['1', '2', '3', '4'].map((name) => call('busy', name));
  calls.push(call('other', 'other'));
  await expect.poll(() => begun).toEqual(['1', '2', 'other']);
  end('2');
  await expect.poll(() => begun).toEqual(['1', '2', 'other', '3']);
  // A failure releases the place like a response.
  end('1', new Error('broken'));
  await expect.poll(() => begun).toHaveLength(5);
  for (const name of ['3', '4', 'other']) end(name);
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([500, 200, 200, 200, 200]);
});

it('refuses with 429 and a time to come again what is one too many, or has waited too long', async () => {
  const working = [call('busy', '1'), call('busy', '2')];
  await expect.poll(() => begun).toHaveLength(2);
  const waiting = ['3', '4', '5'].map((name) => call('busy', name));
  const refused = await call('busy', '6');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
  end('1');
  end('2');
  await Promise.all(working);
  expect(begun).toEqual(['1', '2']);
});

it('does not begin a call whose caller has gone', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const working = [call('busy', '1'), call('busy', '2')];
  await expect.poll(() => begun).toHaveLength(2);
  const gone = request({ port, path: '/busy/gone' }).on('error', () => undefined);
  gone.end();
  await once(gone, 'finish');
  const next = call('busy', 'next');
  gone.destroy();
  end('1');
  await expect.poll(() => begun).toEqual(['1', '2', 'next']);
  end('2');
  end('next');
  await Promise.all([...working, next]);
});
