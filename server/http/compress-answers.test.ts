import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const LIST = Array.from({ length: 500 }, (_, number) => ({ id: `u-${number}`, name: 'Zoë Müller' }));
let app: FastifyInstance;

/** With `begun`, the stream fails after it. */
async function* pieces(begun?: () => Promise<void>) {
  yield `[${LIST.map((each) => JSON.stringify(each)).join()}`;
  await begun?.();
  if (begun) throw new Error('the source broke off');
  yield ']';
}

// biome-ignore lint/correctness/useYield: it fails before its first piece
async function* failed(): AsyncGenerator<string> {
  throw new Error('the source failed');
}

beforeAll(async () => {
  app = fastify();
  compressAnswers(app);
  app.get('/list', (_request, reply) => reply.header('vary', 'Origin').send(LIST));
  app.get('/pieces', (_request, reply) => reply.type('application/json').send(Readable.from(pieces())));
  app.get('/broken', (_request, reply) => {
    // The first chunk has been sent by then.
    const begun = async () => {
      while (!reply.raw.headersSent) await new Promise(setImmediate);
    };
    return reply.type('application/json').send(Readable.from(pieces(begun)));
  });
  app.get('/failed', (_request, reply) => reply.type('application/json').send(Readable.from(failed())));
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

  it('that fails before its first piece is an error that can be read', async () => {
    const { statusCode, headers, payload } = await get('/failed', 'gzip');
    expect([statusCode, headers['content-encoding']]).toEqual([500, undefined]);
    expect(JSON.parse(payload).message).toBe('the source failed');
  });

  it.each([undefined, 'br', 'gzip;q=0', 'deflate, gzip; q=0.0'])(
    'is plain for who says %s',
    async (accepted) => {
      const answer = await get('/list', accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      // Caches must not serve one encoding to clients that requested the other.
      expect(answer.headers.vary).toBe('Origin, accept-encoding');
      expect(answer.json()).toEqual(LIST);
    },
  );

  it.each(['/text', '/small'])('stays as it is where compressing is of no use: %s', async (url) => {
    expect((await get(url, 'gzip')).headers['content-encoding']).toBeUndefined();
  });
});
