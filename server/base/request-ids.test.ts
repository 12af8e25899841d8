import { setImmediate } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLog, type LogLine } from './log.ts';
import { answerWithIds, createRequestIds } from './request-ids.ts';

const GIVEN = '0af7651916cd43dd8448eb211c80319c';

/** Injected requests come from 127.0.0.1. */
async function appBehind(trustedProxies: readonly string[]) {
  const lines: LogLine[] = [];
  const afterwards: Promise<void>[] = [];
  const log = createLog((line) => lines.push(line));
  const app = fastify({ genReqId: createRequestIds({ trustedProxies }) });
  answerWithIds(app);
  app.post<{ Body: { name: string } }>('/work', async ({ body }) => {
    log.warn('begun', { name: body.name });
    await setImmediate();
    log.warn('going on', { name: body.name });
    // This work continues after the response and no longer belongs to the call.
    const goesOn = async () => {
      await answered;
      log.warn('afterwards', { name: body.name });
    };
    afterwards.push(goesOn());
    return {};
  });
  let isAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    isAnswered = resolve;
  });
  await app.ready();
  async function idOf(headers: Record<string, string>, name = 'one'): Promise<string> {
    const answer = await app.inject({ method: 'POST', url: '/work', headers, payload: { name } });
    return String(answer.headers['x-request-id']);
  }
  return {
    lines,
    log,
    idOf,
    async end() {
      await setImmediate();
      isAnswered();
      await Promise.all(afterwards);
    },
  };
}

it('every line of a call has the id that its answer carries, and no other line has one', async () => {
  const { lines, log, idOf, end } = await appBehind([]);
  const ids = await Promise.all([idOf({}, 'one'), idOf({}, 'two')]);
  expect(new Set(ids).size).toBe(2);
  await end();
  log.warn('outside');
  const idsOf = (name: string) =>
    lines.filter(({ fields }) => fields?.name === name).map(({ message, requestId }) => [message, requestId]);
  expect(idsOf('one')).toEqual([
    ['begun', ids[0]],
    ['going on', ids[0]],
    ['afterwards', undefined],
  ]);
  expect(idsOf('two')).toEqual([
    ['begun', ids[1]],
    ['going on', ids[1]],
    ['afterwards', undefined],
  ]);
  expect(lines.at(-1)).toEqual({ level: 'warn', message: 'outside' });
});

it('takes over the id of a trusted proxy where it is well-formed, and nobody else’s', async () => {
  const behind = await appBehind(['loopback']);
  expect(await behind.idOf({ 'x-request-id': GIVEN })).toBe(GIVEN);
  for (const bad of [
    'short',
    'has a space in it',
    `${GIVEN}${GIVEN}`,
    'eyJhbGci.eyJzdWIi.c2lnbmF0',
    'a\u00e9b-12345',
  ]) {
    const made = await behind.idOf({ 'x-request-id': bad });
    expect(made).not.toBe(bad);
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
  }
  const open = await appBehind([]);
  expect(await open.idOf({ 'x-request-id': GIVEN })).not.toBe(GIVEN);
  const elsewhere = await appBehind(['10.0.0.5']);
  expect(await elsewhere.idOf({ 'x-request-id': GIVEN })).not.toBe(GIVEN);
});
