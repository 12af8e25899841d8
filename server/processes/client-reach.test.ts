import { expect, it } from 'vitest';
import { createClientReach } from './client-reach.ts';
import type { ProcessName } from './site-leases.ts';
import type { Asked } from './site-routes.ts';

const SITE = 'demo/riverside';
const SELF = 'fam.1@host:1';

/** `answers`: what each look for the site's process comes to; the last one holds for all that follow. */
function setUp(answers: (ProcessName | undefined)[]) {
  let asked = 0;
  const pauses: number[] = [];
  const reach = createClientReach({
    self: SELF,
    isNear: (process) => process.startsWith('fam.'),
    clientAddress: () => '127.0.0.1',
    async pause(ms) {
      pauses.push(ms);
    },
    dial: {
      ask: async () => ({ name: 'answered', answer: 'true' }),
      bring: async () => ({ name: 'silent' }),
    },
    routes: {
      async reach<Answer>(_site: string, ask: (process: ProcessName) => Promise<Asked<Answer>>) {
        const process = answers[Math.min(asked, answers.length - 1)];
        asked += 1;
        const answer = process === undefined ? undefined : await ask(process);
        return answer?.name === 'answered' ? answer.answer : undefined;
      },
    },
  });
  return { reach, pauses, asked: () => asked };
}

it('gives the process of the site where it is near: this one, or one of its family', async () => {
  expect(await setUp([SELF]).reach.near(SITE)).toBe(SELF);
  expect(await setUp(['fam.2@host:2']).reach.near(SITE)).toBe('fam.2@host:2');
  expect(await setUp(['far.2@other:2']).reach.near(SITE)).toBeUndefined();
});

it('looks once for all who come meanwhile, and anew for those who come later', async () => {
  const { reach, asked } = setUp([SELF]);
  expect(await Promise.all([reach.near(SITE), reach.near(SITE), reach.near(SITE)])).toEqual([
    SELF,
    SELF,
    SELF,
  ]);
  expect(asked()).toBe(1);
  await reach.near(SITE);
  expect(asked()).toBe(2);
});

it('waits for a process that has too much to do, and gives up after a while', async () => {
  const busy = setUp([undefined, undefined, SELF]);
  expect(await busy.reach.near(SITE)).toBe(SELF);
  expect(busy.pauses).toHaveLength(2);
  const away = setUp([undefined]);
  expect(await away.reach.near(SITE)).toBeUndefined();
  expect(away.asked()).toBe(10);
});
