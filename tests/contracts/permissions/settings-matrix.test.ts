/**
 * Every call about groups, their directories, the settings and the events of a site, by everybody: who × realm × tenant. The
 * calls are those that the platform has registered: a new one has no role here, and fails. Which role each needs is written
 * by hand.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN,
  onRiverside,
  openTestRest,
  RUNNER,
  type TestRest,
  tokenOf,
} from '../../../server/rest/fakes/open-test-rest.ts';

const LONG_MS = 60_000;

/** `tutor`: every tutor of the site; whom and what the tutor reaches is another table's. */
type Need = 'tutor' | 'groupMaintainer' | 'policyUser' | 'eventViewer' | 'siteLogViewer';

const NEEDS: Readonly<Record<string, Need>> = {
  'GET /groups': 'tutor',
  'GET /groups/:id': 'tutor',
  'GET /groups/:id/members': 'tutor',
  'GET /groups/:id/members/policies': 'tutor',
  'GET /groups/:id/patterns': 'tutor',
  'GET /groups/:id/permissions': 'tutor',
  'GET /groups/:id/policies': 'tutor',
  'POST /groups/:id/sync': 'tutor',
  'GET /groups/counts': 'groupMaintainer',
  'POST /groups': 'groupMaintainer',
  'PUT /groups/:id': 'groupMaintainer',
  'DELETE /groups/:id': 'groupMaintainer',
  'PUT /groups/:id/members': 'groupMaintainer',
  'PUT /groups/:id/patterns': 'groupMaintainer',
  'PUT /groups/:id/permissions': 'groupMaintainer',
  'POST /groups/patterns/matches': 'groupMaintainer',
  'PUT /groups/:id/policies': 'policyUser',
  'GET /tutors/site/:siteId': 'groupMaintainer',
  'GET /integrations': 'groupMaintainer',
  'GET /integrations/:id': 'groupMaintainer',
  'GET /integrations/:id/google/mycourses': 'groupMaintainer',
  'GET /integrations/:id/internal/mycourses': 'groupMaintainer',
  'GET /integrations/:id/microsoft/mygroups': 'groupMaintainer',
  'GET /site-settings/clients': 'tutor',
  'PUT /site-settings/clients': 'groupMaintainer',
  'GET /userlogs': 'eventViewer',
  'GET /userlogs/people': 'eventViewer',
  'GET /userlogs/devices': 'eventViewer',
  'GET /userlogs/times': 'groupMaintainer',
  'DELETE /userlogs': 'tutor',
  'GET /actions': 'siteLogViewer',
  'GET /actions/tutors': 'siteLogViewer',
  'GET /site-resources': 'siteLogViewer',
};
const CALLS = Object.keys(NEEDS);

const PARTS = /^\S+ \/(groups|integrations|site-settings|userlogs|actions|site-resources|tutors\/site)(\/|$)/;

const ROLES = ['groupMaintainer', 'policyUser', 'eventViewer', 'siteLogViewer'] as const;
const tutorWith = (...roles: string[]) =>
  tokenOf({ ...onRiverside, sub: 'tutor-maintainer', roles: ['consoleUser', ...roles] });

type Caller = { token: string; tenant?: string; status: number };
/** Refused everywhere. */
const REFUSED: Readonly<Record<string, Caller>> = {
  'a tutor whom the tenant does not know': {
    token: tokenOf({
      site: 'riverside',
      realm: 'console',
      sub: 'tutor-nobody',
      roles: ['consoleUser', ...ROLES],
    }),
    status: 403,
  },
  'a device': { token: tokenOf({ kind: 'device', site: 'riverside', sub: 'r-d-00001' }), status: 403 },
  'a site runner': { token: RUNNER, status: 403 },
  'a maintainer who names another tenant': { token: tutorWith(...ROLES), tenant: 'other', status: 403 },
  'somebody with the name of a maintainer in another tenant': {
    token: tokenOf({
      ...onRiverside,
      tenant: 'other',
      sub: 'tutor-maintainer',
      roles: ['consoleUser', ...ROLES],
    }),
    tenant: 'other',
    status: 403,
  },
  nobody: { token: 'nobody', status: 401 },
};

let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest('pglite');
}, LONG_MS);
afterAll(() => rest.dispose(), LONG_MS);

async function statusOf(call: string, { token, tenant = 'demo' }: Omit<Caller, 'status'>): Promise<number> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await rest.app.inject({
    method: method as 'GET',
    url: `/v1${path.replaceAll(/:\w+/g, 'nobody')}`,
    headers: { authorization: `Bearer ${token}`, 'tenant-key': tenant },
    // No body that a call could take: whoever is let in changes nothing.
    ...(method !== 'GET' && { payload: [] }),
  });
  return answer.statusCode;
}
const statuses = async (caller: Omit<Caller, 'status'>) =>
  Object.fromEntries(
    await Promise.all(CALLS.map(async (call) => [call, await statusOf(call, caller)] as const)),
  );

describe('calls about groups, settings and events', () => {
  it('all have their role here', () => {
    const registered = rest.otherCalls.filter((call) => PARTS.test(call) && !call.startsWith('HEAD'));
    expect(registered.sort()).toEqual([...CALLS].sort());
  });

  it.each(Object.entries(REFUSED))('are refused to %s', async (_who, { status, ...caller }) => {
    expect(await statuses(caller)).toEqual(Object.fromEntries(CALLS.map((call) => [call, status])));
  });

  it.each([[[]], ...ROLES.map((role) => [[role]]), [[...ROLES]]])(
    'with the roles %j are let in where they need no other',
    async (roles) => {
      const answers = await statuses({ token: tutorWith(...roles) });
      const letIn = CALLS.filter((call) => answers[call] !== 403);
      const has = (need: Need) => need === 'tutor' || (roles as readonly string[]).includes(need);
      expect(letIn).toEqual(CALLS.filter((call) => has(NEEDS[call] ?? 'tutor')));
      expect(Object.values(answers).filter((status) => status === 401 || status >= 500)).toEqual([]);
    },
  );

  it('are not those of the admin realm, which has its own reading of directories alone', async () => {
    const answers = await statuses({ token: ADMIN });
    const letIn = CALLS.filter((call) => answers[call] !== 403);
    expect(letIn).toEqual(['GET /integrations', 'GET /integrations/:id']);
  });
});
