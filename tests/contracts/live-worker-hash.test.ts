/** Nobody changes what crosses between a tab and its live worker without saying so: its declarations have a pinned hash. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIVE_WORKER_VERSION } from '#protocol/threads/live-worker.ts';
import { declarationsOf, readSource } from '../support/declarations.ts';

const PINNED = { version: 15, hash: 'c1edbca81fc0948d' };

const FILE = resolve(import.meta.dirname, '../../src/protocol/threads/live-worker.ts');

const hashOf = (declarations: readonly string[]) =>
  createHash('sha256').update(declarations.join('\n')).digest('hex').slice(0, 16);

describe('the interface of the live worker', () => {
  const declarations = declarationsOf(FILE, ['LIVE_WORKER_VERSION']);

  it('has the version and the declarations that are pinned here', () => {
    const now = { version: LIVE_WORKER_VERSION, hash: hashOf(declarations) };
    const advice = [
      `What crosses between tabs and the live worker is not what was pinned: it is now ${JSON.stringify(now)}.`,
      'If a tab or a worker of before would misread it (a call, a name, a field or a meaning that is new, gone or another),',
      'raise LIVE_WORKER_VERSION in src/protocol/threads/live-worker.ts: a new build then starts a worker of its own.',
      'If it would not (a field more that may be absent and that nobody needs), the version stays.',
      'Then pin the new values in this test.',
    ].join('\n');
    expect(now, advice).toEqual(PINNED);
  });

  it.each(['LiveWorker', 'LiveBatch', 'TabFace', 'ActionRequest', 'GroupOrder', 'RoomSend', 'infoSchema'])(
    'counts %s to it',
    (name) => {
      expect(declarations.some((declaration) => declaration.startsWith(`${name}: `))).toBe(true);
    },
  );
});

describe('the text of declarations', () => {
  const base = `
/** Says what it is. */
export type Call = { id: string; at: number };
export const NAME = (id: string) => \`a-\${id}\`;
`;
  const textOf = (source: string) => [...readSource(FILE, source).declarations].join('\n');

  it('is the same where only comments and layout are others', () => {
    const other = `
export type Call = {
  // A comment.
  id: string;
  at: number;
};

export const NAME = (
  id: string,
) => \`a-\${id}\`;
`;
    expect(textOf(other)).toBe(textOf(base));
  });

  it('is the same for what is not exported any more', () => {
    expect(textOf(base.replaceAll('export ', ''))).toBe(textOf(base));
  });

  it.each([
    ['a field that is gone', 'id: string; at: number', 'id: string'],
    ['a field that may be absent', 'at: number', 'at?: number'],
    ['another type', 'at: number', 'at: string'],
    ['another name of a worker or a lock', 'a-', 'b-'],
  ])('changes with %s', (_, before, after) => {
    expect(textOf(base.replace(before, after))).not.toBe(textOf(base));
  });
});
