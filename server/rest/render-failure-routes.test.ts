import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createLog, silentLog } from '#base/log.ts';
import { ownRateLimits } from '#base/rate-limit.ts';
import { createErrorHandler } from '#http/error-answers.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { RenderFailureBody } from '#protocol/render-failure.ts';
import type { Callers } from './caller.ts';
import { registerRenderFailureRoutes } from './render-failure-routes.ts';

const REPORT: RenderFailureBody = {
  part: 'tile',
  error: 'React error 185',
  frames: ['react-B3x_a.js:9:1234', 'wall-screen-Ab1.js:1:20'],
  version: '1.0.0',
};

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

function setUp() {
  const lines: string[] = [];
  const counted: string[] = [];
  app = fastify();
  app.setErrorHandler(createErrorHandler(silentLog));
  const present = async ({ headers }: { headers: Record<string, unknown> }) =>
    ({ tenant: 'demo', sub: headers.tutor }) as AccessTokenClaims;
  registerRenderFailureRoutes(app, {
    callers: { present } as unknown as Callers,
    log: createLog((line) => lines.push(JSON.stringify(line))),
    renderFailed: (part) => counted.push(part),
    rateLimit: ownRateLimits(() => 0),
  });
  const report = async (body: object, tutor = 'ada') => {
    const answer = await app?.inject({
      method: 'POST',
      url: '/render-failures',
      headers: { tutor },
      payload: body,
    });
    return answer?.statusCode;
  };
  return { lines, counted, report };
}

it('a report is a line of the log and is counted by kind of part', async () => {
  const { lines, counted, report } = setUp();
  expect(await report(REPORT)).toBe(200);
  expect(counted).toEqual(['tile']);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'warn',
      message: 'a console could not show a part of a page',
      fields: { tenant: 'demo', ...REPORT },
    },
  ]);
});

it.each([
  ['a part of its own', { part: 'secret' }],
  ['words of a person', { error: 'Cannot read “Ada Lovelace”' }],
  ['a line of its own', { error: 'TypeError\n{"level":"error"}' }],
  ['the address of a page', { frames: ['https://demo.example/group/g-7a:1:1'] }],
  ['too many frames', { frames: Array.from({ length: 9 }, (_, at) => `a.js:1:${at}`) }],
  ['a long frame', { frames: [`${'a'.repeat(200)}.js:1:1`] }],
  ['a long version', { version: '1'.repeat(50) }],
  ['anything else', { stack: 'at Ada' }],
])('with %s it is refused and leaves nothing', async (_, more) => {
  const { lines, counted, report } = setUp();
  expect(await report({ ...REPORT, ...more })).toBe(400);
  expect([lines, counted]).toEqual([[], []]);
});

it('a body that is larger than a report is not read', async () => {
  expect(await setUp().report({ ...REPORT, frames: ['a'.repeat(5_000)] })).toBe(413);
});

it('one tutor cannot use up the log, nor can all of them', async () => {
  const { lines, counted, report } = setUp();
  const ofOne = await Promise.all(Array.from({ length: 30 }, () => report(REPORT)));
  expect(ofOne.filter((status) => status === 200)).toHaveLength(20);
  expect(ofOne.filter((status) => status === 429)).toHaveLength(10);
  for (let at = 0; at < 200; at += 1) expect(await report(REPORT, `tutor ${at}`)).toBe(200);
  expect(lines).toHaveLength(100);
  expect(counted).toHaveLength(220);
});
