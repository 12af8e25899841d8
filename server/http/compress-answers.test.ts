import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const LIST = Array.from({ length: 500 }, (_, number) => ({ id: `u-${number}`, name: 'Zoë Müller' }));
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  compressAnswers(app);
  app.get('/list', (_request, reply) => reply.header('vary', 'Origin').send(LIST));
  const pieces = (broken: boolean) =>
    Readable.from(
      (async function* () {
        yield `[${LIST.map((each) => JSON.stringify(each)).join()}`;
        // What was said so far is on its way by then.
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        if (broken) throw new Error('the source broke off');
        yield ']';
      })(),
    );
  app.get('/pieces', (_request, reply) => reply.type('application/json').send(pieces(false)));
  app.get('/broken', (_request, reply) => reply.type('application/json').send(pieces(true)));
  app.get('/text', (_request, reply) => reply.type('text/plain').send('a'.repeat(10_000)));
  app.get('/small', () => ({ ok: true }));
  await app.ready();
});
afterAll(() => app.close());

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('an answer', () => {
  it.each(['gzip', 'br, gzip', 'GZIP;q=0.5, deflate'])('is compressed for who takes %s', async (accepted) => {
    const { headers, rawPayload } = await get('/list', accepted);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, accept-encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(LIST);
    expect(Number(headers['content-length'])).toBe(rawPayload.byteLength);
    expect(rawPayload.byteLength).toBeLessThan(JSON.stringify(LIST).length / 5);
  });

  it('is compressed on its way where it is made piece by piece, and breaks off where its source does', async () => {
    const { headers, rawPayload } = await get('/pieces', 'gzip');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(LIST);
    expect((await get('/pieces')).json()).toEqual(LIST);
    for (const accepted of ['gzip', undefined])
      await expect(get('/broken', accepted)).rejects.toThrow('response destroyed before completion');
  });

  it.each([undefined, 'br', 'gzip;q=0', 'deflate, gzip; q=0.0'])(
    'is plain for who says %s',
    async (accepted) => {
      const answer = await get('/list', accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      // What stands between must not give the other form to somebody else.
      expect(answer.headers.vary).toBe('Origin, accept-encoding');
      expect(answer.json()).toEqual(LIST);
    },
  );

  it.each(['/text', '/small'])('stays as it is where compressing is of no use: %s', async (url) => {
    expect((await get(url, 'gzip')).headers['content-encoding']).toBeUndefined();
  });
});
