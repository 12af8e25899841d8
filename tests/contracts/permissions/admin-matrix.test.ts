/**
 * Every call of the admin realm by everybody: who × realm × tenant. The calls are those that the platform has registered,
 * so that a new one is in the table by itself; who may make which stands here, written by hand.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN,
  MAINTAINER,
  MANAGER,
  MANAGER_ON_SITE,
  onRiverside,
  openTestRest,
  RUNNER,
  TEACHER,
  type TestRest,
  tokenOf,
} from '../../../server/rest/fakes/open-test-rest.ts';

const LONG_MS = 60_000;

type Caller = { token: string; tenant?: string; status: number };

/** Refused everywhere in the admin realm, and with which status. */
const REFUSED: Readonly<Record<string, Caller>> = {
  'a tutor of the console': { token: TEACHER, status: 403 },
  'a group maintainer': { token: MAINTAINER, status: 403 },
  'a manager in a session of the console': { token: MANAGER_ON_SITE, status: 403 },
  'a super admin in a session of the console': {
    token: tokenOf({ ...onRiverside, sub: 'tutor-admin', roles: ['consoleUser', 'superAdmin'] }),
    status: 403,
  },
  'a tutor whose token says super admin': {
    token: tokenOf({ sub: 'tutor-teacher', realm: 'admin', roles: ['superAdmin'] }),
    status: 403,
  },
  'a device': { token: tokenOf({ kind: 'device', site: 'riverside', sub: 'r-d-00001' }), status: 403 },
  'a site runner': { token: RUNNER, status: 403 },
  'a super admin who names another tenant': { token: ADMIN, tenant: 'other', status: 403 },
  'a super admin of another tenant': {
    token: tokenOf({ tenant: 'other', sub: 'tutor-other', realm: 'admin', roles: ['superAdmin'] }),
    status: 403,
  },
  'somebody with the name of a super admin in another tenant': {
    token: tokenOf({ tenant: 'other', sub: 'tutor-admin', realm: 'admin', roles: ['superAdmin'] }),
    tenant: 'other',
    status: 403,
  },
  nobody: { token: 'nobody', status: 401 },
};

/** The calls that everybody with management access may make; all others are for super admins. */
const OF_MANAGERS = new Set([
  'GET /admin/overview',
  'GET /sites',
  'GET /tags',
  'GET /taglinks',
  'GET /roles',
  'GET /deployment',
  'GET /tutors',
  'GET /tutors/:tutorId',
  'POST /rolelinks',
  'PUT /rolelinks/:id',
  'DELETE /rolelinks/:id',
  'POST /rolelinks/changes',
]);

/** What a session of the admin realm opens besides: what is of no site, what asks for no session, and the page's key. */
const OF_BOTH_REALMS = new Set([
  // Signed addresses, and a public certificate.
  'GET /media/pictures/:tenant/:id',
  'GET /media/backgrounds/:tenant',
  'GET /vnc/ca',
  'GET /integrations',
  'GET /integrations/:id',
  // Of oneself.
  'GET /tutors/self',
  'PUT /tutors/self',
  'GET /rolelinks',
  'POST /feedback',
  'POST /render-failures',
  'GET /stun/creds',
  // For managers, in both realms.
  'GET /sites/:id/page-link',
  'POST /sites/:id/page-link',
]);

let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest('pglite');
}, LONG_MS);
afterAll(() => rest.dispose(), LONG_MS);

/** `HEAD` goes with each `GET`. */
const calls = () => rest.adminCalls.filter((call) => !call.startsWith('HEAD'));

async function statusOf(call: string, { token, tenant = 'demo' }: Omit<Caller, 'status'>): Promise<number> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await rest.app.inject({
    method: method as 'GET',
    url: `/v1${path.replaceAll(/:\w+/g, 'nobody')}`,
    headers: { authorization: `Bearer ${token}`, 'tenant-key': tenant },
    ...(method !== 'GET' && { payload: {} }),
  });
  return answer.statusCode;
}
const statuses = async (of: readonly string[], caller: Omit<Caller, 'status'>) =>
  Object.fromEntries(
    await Promise.all(of.map(async (call) => [call, await statusOf(call, caller)] as const)),
  );
const all = (of: readonly string[], status: number) => Object.fromEntries(of.map((call) => [call, status]));

describe('calls of the admin realm', () => {
  it('are there', () => {
    expect(calls()).toEqual(expect.arrayContaining([...OF_MANAGERS]));
  });

  it.each(Object.entries(REFUSED))('are refused to %s', async (_who, { status, ...caller }) => {
    expect(await statuses(calls(), caller)).toEqual(all(calls(), status));
  });

  it('are refused to managers where they change what is the whole tenant’s', async () => {
    const forSuperAdmins = calls().filter((call) => !OF_MANAGERS.has(call));
    expect(await statuses(forSuperAdmins, { token: MANAGER })).toEqual(all(forSuperAdmins, 403));
  });

  it('are all that opens to an administrator: a console’s calls are refused in the admin realm', async () => {
    const ofConsole = rest.otherCalls.filter((call) => !/^(HEAD|OPTIONS) /.test(call));
    expect(ofConsole.length).toBeGreaterThan(50);
    const opened = Object.entries(await statuses(ofConsole, { token: ADMIN }))
      .filter(([, status]) => status !== 401 && status !== 403)
      .map(([call]) => call);
    expect(opened.sort()).toEqual([...OF_BOTH_REALMS].sort());
  });

  it('let managers and super admins in where they may', async () => {
    for (const [token, reachable] of [
      [MANAGER, [...OF_MANAGERS]],
      [ADMIN, calls().filter((call) => call.startsWith('GET'))],
    ] as const) {
      const refused = Object.entries(await statuses(reachable, { token })).filter(
        ([, status]) => status === 401 || status === 403 || status >= 500,
      );
      expect(refused).toEqual([]);
    }
  });

  it.each([
    ['a super admin', ADMIN, [200, 200, 200, 404]],
    ['a manager of two sites', MANAGER, [200, 200, 403, 404]],
    ['the same one in a session of the console', MANAGER_ON_SITE, [403, 403, 403, 403]],
    ['a group maintainer', MAINTAINER, [403, 403, 403, 403]],
  ])(
    'give the link of a site’s student page, and another one, to %s where the site is managed',
    async (_who, token, expected) => {
      const sites = ['riverside', 'hillcrest', 'hillcrest-sixth-form', 'elsewhere'];
      for (const method of ['GET', 'POST'])
        expect(
          await Promise.all(sites.map((site) => statusOf(`${method} /sites/${site}/page-link`, { token }))),
        ).toEqual(expected);
    },
  );
});
