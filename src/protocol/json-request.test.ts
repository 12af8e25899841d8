import * as v from 'valibot';
import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { type Fetch, type JsonRequest, requestJson, sendRequest, serverText } from './json-request.ts';

const URL_OF_CALL = 'http://demo.localhost/auth/login';
const named = v.object({ name: v.string() });

const answering =
  (body: string, status = 200): Fetch =>
  async () =>
    new Response(body, { status });
const ask = (fetch: Fetch, request: Partial<JsonRequest> = {}) =>
  requestJson(fetch, { url: URL_OF_CALL, ...request }, named);
/** What the call throws. */
async function thrown(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.catch((cause: unknown) => cause);
  if (!(error instanceof AppError)) throw new Error('the call did not throw an AppError');
  return error;
}

test('sends what it is given, without cookies, and reads the document', async () => {
  const calls: [string, RequestInit][] = [];
  const fetch: Fetch = async (url, init) => {
    calls.push([url, init]);
    return new Response('{"name":"Ann"}');
  };
  const request = {
    method: 'POST',
    tenantKey: 'demo',
    bearer: 't1',
    body: { a: 1 },
    keepalive: true,
  } as const;
  expect(await ask(fetch, request)).toEqual({ name: 'Ann' });
  expect(calls).toMatchObject([
    [
      URL_OF_CALL,
      {
        method: 'POST',
        credentials: 'omit',
        cache: 'no-store',
        keepalive: true,
        body: '{"a":1}',
        headers: {
          accept: 'application/json',
          authorization: 'Bearer t1',
          'tenant-key': 'demo',
          'content-type': 'application/json',
        },
      },
    ],
  ]);
});

test.each([
  [400, 'invalid'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [408, 'server'],
  [409, 'conflict'],
  [429, 'server'],
  [500, 'server'],
  [503, 'server'],
])('status %i is the failure “%s”', async (status, code) => {
  const error = await thrown(sendRequest(answering('<html>', status), { url: URL_OF_CALL }));
  expect([error.code, error.detail, serverText(error)]).toEqual([code, { status }, undefined]);
});

test.each([
  ['said by the platform', JSON.stringify({ code: 'x', message: 'Busy.', retryAfter: 7 }), {}, 7],
  ['said by a header alone', JSON.stringify({ code: 'x', message: 'Busy.' }), { 'retry-after': '9' }, 9],
  ['said by a proxy', '<html>', { 'retry-after': '12' }, 12],
  ['a date', '<html>', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
])('when another try is worth it comes along: %s', async (_, body, headers, seconds) => {
  const error = await thrown(
    ask(async () => new Response(body, { status: 429, headers: headers as Record<string, string> })),
  );
  expect([error.code, error.detail.retryAfter]).toEqual(['server', seconds]);
});

test('what the platform says of a failure comes along', async () => {
  const body = JSON.stringify({ code: 'invalid', message: 'Too long.', field: 'name' });
  const error = await thrown(ask(answering(body, 400)));
  expect([error.detail.field, serverText(error)]).toEqual(['name', 'Too long.']);
});

test.each([
  ['no JSON', 'hello'],
  ['another document', '{"name":1}'],
])('an answer that is %s is malformed', async (_, body) => {
  expect(await thrown(ask(answering(body)))).toMatchObject({ code: 'malformed', detail: { status: 200 } });
});

test.each(['sign-in-ended', 'no-administrator'])(
  '%s is told apart from other refusals of its status',
  async (code) => {
    const document = (named: string) => JSON.stringify({ code: named, message: 'x' });
    expect((await thrown(ask(answering(document(code), 401)))).code).toBe(code);
    // What the platform calls it is believed for these alone.
    expect((await thrown(ask(answering(document('aborted'), 401)))).code).toBe('unauthorized');
  },
);

test('a service that does not answer, or breaks off, is unreachable', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('reset')) });
  expect((await thrown(ask(async () => new Response(broken)))).code).toBe('unreachable');
  const silent: Fetch = (_, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  expect((await thrown(ask(silent, { timeoutMs: 0 }))).code).toBe('unreachable');
});

test('a call that its caller ends is aborted', async () => {
  const caller = new AbortController();
  const fetch: Fetch = async (_, { signal }) => {
    caller.abort();
    signal?.throwIfAborted();
    return new Response('{}');
  };
  expect((await thrown(ask(fetch, { signal: caller.signal }))).code).toBe('aborted');
});
