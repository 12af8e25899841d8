import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createRest } from './http.ts';

type Call = { url: string; init: RequestInit };

function setUp(
  answers: ((call: Call) => Response | Promise<Response>)[],
  tokens: (string | undefined)[] = ['t1', 't2'],
) {
  const calls: Call[] = [];
  const asked: (string | undefined)[] = [];
  const rest = createRest({
    fetch: async (url, init) => {
      const call = { url, init };
      calls.push(call);
      const answer = answers[calls.length - 1];
      if (!answer) throw new Error('one call too many');
      return answer(call);
    },
    restUrl: () => 'http://demo.localhost/',
    tenantKey: () => 'demo',
    freshToken: async (rejected) => {
      asked.push(rejected);
      return tokens[asked.length - 1];
    },
  });
  return { rest, calls, asked };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const headersOf = (call: Call | undefined) => call?.init.headers as Record<string, string>;
const item = v.object({ id: v.string() });

test('reads {REST_URL}/v1 with bearer and tenant', async () => {
  const { rest, calls } = setUp([() => json({ id: 'a' })]);
  expect(await rest.getDocument('/groups/a', item)).toEqual({ id: 'a' });
  expect(calls[0]?.url).toBe('http://demo.localhost/v1/groups/a');
  expect(headersOf(calls[0])).toMatchObject({ authorization: 'Bearer t1', 'tenant-key': 'demo' });
});

test('writes JSON, and needs no answer where none is asked for', async () => {
  const { rest, calls } = setUp([() => new Response(null, { status: 204 }), () => json({ id: 'b' })]);
  expect(await rest.putDocument('/groups/a', { name: 'x' })).toBeUndefined();
  expect(calls[0]?.init).toMatchObject({ method: 'PUT', body: '{"name":"x"}' });
  expect(await rest.postAndRead('/groups', {}, item)).toEqual({ id: 'b' });
});

describe('401', () => {
  test('is tried once more with another token', async () => {
    const { rest, calls, asked } = setUp([() => json({}, 401), () => json({ id: 'a' })]);
    expect(await rest.getDocument('/groups/a', item)).toEqual({ id: 'a' });
    expect(asked).toEqual([undefined, 't1']);
    expect(headersOf(calls[1]).authorization).toBe('Bearer t2');
  });
  test('twice is a failure', async () => {
    const { rest, calls } = setUp([() => json({}, 401), () => json({}, 401)]);
    await expect(rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toHaveLength(2);
  });
  test('without another token is a failure at once', async () => {
    const { rest, calls } = setUp([() => json({}, 401)], ['t1', 't1']);
    await expect(rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toHaveLength(1);
  });
  test('signed out means no call', async () => {
    const { rest, calls } = setUp([], [undefined]);
    await expect(rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toEqual([]);
  });
});

describe('failures', () => {
  test.each([
    [400, 'invalid'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [429, 'server'],
    [500, 'server'],
  ])('%i is %s with the server’s message', async (status, code) => {
    const body = { code: 'x', message: 'Name is taken.', field: 'name' };
    const { rest } = setUp([() => json(body, status)]);
    await expect(rest.deleteDocument('/x')).rejects.toMatchObject({
      name: 'AppError',
      code,
      message: 'Name is taken.',
      detail: { status, field: 'name', messages: ['Name is taken.'] },
    });
  });
  test('a proxy’s HTML is no message for people', async () => {
    const { rest } = setUp([() => new Response('<h1>Bad gateway</h1>', { status: 502 })]);
    await expect(rest.deleteDocument('/x')).rejects.toMatchObject({
      code: 'server',
      detail: { status: 502 },
    });
  });
  test('an answer that breaks off in its body is a network failure, and is worth another try', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError('network error'));
      },
    });
    const { rest } = setUp([() => new Response(body)]);
    await expect(rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'unreachable' });
    const page = setUp([() => new Response('<h1>Log in to the school’s Wi-Fi</h1>')]);
    await expect(page.rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'malformed' });
  });
  test('no answer, an unexpected document and an abort are told apart', async () => {
    const { rest } = setUp([() => Promise.reject(new TypeError('failed'))]);
    await expect(rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'unreachable' });
    const other = setUp([() => json({ id: 1 })]);
    await expect(other.rest.getDocument('/x', item)).rejects.toMatchObject({ code: 'malformed' });
    const aborted = setUp([(call) => Promise.reject(call.init.signal?.reason)]);
    await expect(aborted.rest.getDocument('/x', item, { signal: AbortSignal.abort() })).rejects.toMatchObject(
      { code: 'aborted' },
    );
  });
});

test('pages are read by the last id until one is shorter than the limit', async () => {
  const pages = [['9', '8'], ['7', '6'], ['5']].map((ids) => ids.map((id) => ({ id })));
  const { rest, calls } = setUp(
    pages.map((page) => () => json(page)),
    ['t', 't', 't'],
  );
  const items = await rest.getPaged('/devices?online=1', item, { limit: 2 });
  expect(items.map((one) => one.id)).toEqual(['9', '8', '7', '6', '5']);
  expect(calls.map((call) => call.url.split('/v1')[1])).toEqual([
    '/devices?online=1&limit=2&_sort=id&_order=desc',
    '/devices?online=1&limit=2&_sort=id&_order=desc&_lt_id=8',
    '/devices?online=1&limit=2&_sort=id&_order=desc&_lt_id=6',
  ]);
});
