/** Shared by suites that change groups: REST on a database with demo groups, with a fixed clock. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { groupSchema } from '#protocol/rest/group.ts';
import { groupMemberListSchema } from '#protocol/rest/group-member.ts';
import { MAINTAINER, openTestRest, type TestRest } from './open-test-rest.ts';

const LONG_MS = 60_000;
export const NOW = Date.UTC(2026, 10, 2, 9);

/** One database for the suite. Each test starts without published changes. `rest` is set when tests run. */
export function groupRestFor(backEnd: Parameters<typeof openTestRest>[0]) {
  const at = {
    rest: {} as TestRest,
    pathOf: (name: string, below = '') => `/groups/${at.rest.idOf(name)}${below}`,
    read: (name: string) => at.rest.read(MAINTAINER, at.pathOf(name), groupSchema),
    async memberIds(name: string) {
      const members = await at.rest.read(MAINTAINER, at.pathOf(name, '/members'), groupMemberListSchema);
      return members.map(({ id }) => id);
    },
  };
  beforeAll(async () => {
    at.rest = await openTestRest(backEnd, () => NOW);
  }, LONG_MS);
  afterAll(() => at.rest.dispose(), LONG_MS);
  beforeEach(() => {
    at.rest.published.length = 0;
  });
  return at;
}
