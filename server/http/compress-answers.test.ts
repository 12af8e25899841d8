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
