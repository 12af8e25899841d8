/**
 * The calls about groups, their directories, the settings and the events of a site, for each caller, realm and
 * tenant. The role that each call needs is written by hand, so a newly registered call fails the first test.
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

/** Calls whose answer depends on the person or the device: `attempts-rest-table.ts` tries them. */
const TRIED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['GET /devices', 'GET /devices/:id', 'DELETE /devices/:id', 'GET /devices/:id/reachability'],
  'PUT /devices/:id/access',
  ...['GET /devices/inventory'],
  ...['GET /users', 'GET /users/:id', 'GET /users/:id/groups', 'DELETE /users/:id'],
  ...['GET /devices/:id/policies', 'PUT /devices/:id/policies'],
  ...['GET /users/:id/policies', 'PUT /users/:id/policies'],
  ...['GET /policies', 'GET /policies/:id', 'GET /policies/applications'],
  ...['POST /policies', 'PUT /policies/:id', 'DELETE /policies/:id'],
  ...['POST /policies/recipients', 'PUT /policies/recipients'],
  ...['GET /live-rooms', 'GET /live-rooms/:id', 'GET /live-rooms/:id/history', 'GET /live-rooms/:id/seat'],
  ...['GET /live-rooms/:id/members/meta', 'GET /live-rooms/people', 'POST /live-rooms'],
  ...['PUT /live-rooms/:id', 'PUT /live-rooms/:id/members', 'DELETE /live-rooms/:id'],
  ...['GET /media/backgrounds/:tenant', 'GET /media/download/:id', 'GET /media/pictures/:tenant/:id'],
  ...['POST /media/uploads', 'POST /group-media/confirm/:id', 'POST /group-media/upload/:id'],
  ...['POST /group-media/delete/:id', 'DELETE /group-media/delete/:id'],
  ...['GET /rolelinks', 'GET /tutors/self', 'PUT /tutors/self', 'GET /sites/:id/page-link'],
  ...['POST /sites/:id/page-link', 'GET /site-runners/self/wake-targets', 'GET /stun/creds', 'GET /vnc/ca'],
  ...['POST /feedback', 'POST /render-failures'],
]);

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
    const registered = rest.otherCalls.filter(
      (call) => !call.startsWith('HEAD') && !TRIED_ELSEWHERE.has(call),
    );
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
