import { expect, test } from 'vitest';
import { whyMissing } from './why-missing.ts';

const SCRIPT = 'https://acme.example/assets/index-1a2b.js';

function setUp(answer: number | Error) {
  const asked: [unknown, string | undefined, RequestCache | undefined][] = [];
  const why = whyMissing({
    firstScript: () => SCRIPT,
    async fetch(address, init) {
      asked.push([address, init?.method, init?.cache]);
      if (answer instanceof Error) throw answer;
      return new Response(null, { status: answer });
    },
  });
  return { why, asked };
}

test.each([
  ['the platform does not answer', new TypeError('Failed to fetch'), 'unreachable'],
  ['the platform answers too late', new DOMException('late', 'TimeoutError'), 'unreachable'],
  ['a proxy stands before nobody', 502, 'unreachable'],
  ['the platform is starting', 503, 'unreachable'],
  ['the page is of a version that is gone', 404, 'new-version'],
  ['the page is of this version', 200, 'other'],
  ['the platform has a fault of its own', 500, 'other'],
] as const)('%s', async (_, answer, problem) => {
  const { why, asked } = setUp(answer);
  expect(await why).toBe(problem);
  // Neither the service worker nor the browser's cache may answer for the platform.
  expect(asked).toEqual([[SCRIPT, 'HEAD', 'no-store']]);
});

test('a page that was not built has no version', async () => {
  const asked: unknown[] = [];
  const why = whyMissing({
    firstScript: () => undefined,
    async fetch(address) {
      asked.push(address);
      return new Response();
    },
  });
  expect(await why).toBe('other');
  expect(asked).toEqual([]);
});
