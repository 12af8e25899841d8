/**
 * Every change in the admin realm leaves a row: who, what, when, from where, and what was different before; never a secret.
 * The changes are those that the platform has registered, so that one without an example here, or without a row, fails.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventChoiceListSchema, resourceLogListSchema } from '#protocol/rest/event-log.ts';
import {
  GOOGLE_STAND_IN_CLIENT,
  type GoogleStandIn,
  startGoogleStandIn,
} from '../../server/directories/stand-ins/google-stand-in.ts';
import { MANAGER, openTestRest, type TestRest, tokenOf } from '../../server/rest/fakes/open-test-rest.ts';
import { DEMO_DIRECTORY, DEMO_GOOGLE } from '../../server/store/seed/seed-integrations.ts';

const LONG_MS = 120_000;
const ADMIN = tokenOf({ sub: 'tutor-admin', realm: 'admin', roles: ['superAdmin'], jti: 'sign-in.1' });
const PLACE = {
  service: 'google',
  config: { domain: 'demo.example', adminEmail: 'admin@demo.example' },
} as const;

let rest: TestRest;
let google: GoogleStandIn;
const secrets: string[] = [];

beforeAll(async () => {
  google = await startGoogleStandIn();
  const providers = {
    google: { client: GOOGLE_STAND_IN_CLIENT, places: google.places },
    microsoft: undefined,
  };
  rest = await openTestRest('pglite', Date.now, undefined, providers);
  // Runs wait, so that one can be stopped.
  await rest.syncs.engine.stop();
}, LONG_MS);
afterAll(async () => {
  await google?.close();
  await rest?.dispose();
}, LONG_MS);

type Body = Record<string, unknown>;
async function send(call: string, body?: object): Promise<Body> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await rest.app.inject({
    method: method as 'POST',
    url: `/v1${path}`,
    remoteAddress: '10.1.2.3',
    headers: { authorization: `Bearer ${ADMIN}`, 'tenant-key': 'demo' },
    ...(body !== undefined && { payload: body }),
  });
  expect([call, answer.statusCode, answer.body]).toEqual([call, 200, expect.anything()]);
  const document: unknown = answer.json();
  return (typeof document === 'string' ? { id: document } : document) as Body;
}

/** Consent of an administrator, tested, as it is saved with an integration. */
async function givenToken(): Promise<string> {
  const begun = await send('POST /integrations/consents', PLACE);
  const back = await fetch(`${begun.url}&decision=allow`, { redirect: 'manual' });
  const answer = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
  const { tempToken } = await send(`POST /integrations/consents/${begun.id}`, answer);
  await send('POST /integrations/test', {
    ...PLACE,
    name: 'Our Google',
    config: { ...PLACE.config, tempToken },
  });
  secrets.push(String(tempToken));
  return String(tempToken);
}

const roleOf = (roleId: string) => ({ tutorId: 'tutor-teacher', roleId, siteId: 'hillcrest' });
const job = (name: string) => ({
  integrationId: DEMO_GOOGLE,
  name,
  enabled: false,
  frequency: 12,
  siteId: 'riverside',
  directorySettings: { ou: '/Students' },
  importSettings: { users: {} },
});
const people = ['new.one@demo.example', 'new.two@demo.example'];
const invitation = (email: string) => ({ emailToImport: email });

/** What was made on the way. */
const ids: Record<string, string> = {};
const made = (name: string, body: Body): string => (ids[name] = String(body.id ?? body.runnerId));

type Told = { type: string; name?: unknown; changes?: unknown };
type Example = { call: string; run(): Promise<unknown>; told: Told };

const is = (field: string, before: readonly string[], after: readonly string[]) => ({ field, before, after });

/** For managers in both realms. */
const PAGE_LINK = 'POST /sites/:id/page-link';

/** In this order: later ones need what earlier ones have made. */
const EXAMPLES: readonly Example[] = [
  {
    call: 'POST /sites',
    run: async () => made('site', await send('POST /sites', { name: 'Northgate' })),
    told: { type: 'sites', name: 'Northgate' },
  },
  {
    call: 'PUT /sites/:id',
    run: () => send(`PUT /sites/${ids.site}`, { name: 'Northgate School' }),
    told: { type: 'sites', changes: [is('name', ['Northgate'], ['Northgate School'])] },
  },
  {
    call: 'POST /sites/:id/tokens/rotate',
    run: async () => secrets.push(String((await send(`POST /sites/${ids.site}/tokens/rotate`)).secret)),
    told: { type: 'sites', name: 'Northgate School', changes: [is('tokens', ['0'], ['1'])] },
  },
  {
    call: PAGE_LINK,
    run: async () => secrets.push(String((await send(`POST /sites/${ids.site}/page-link`)).key)),
    told: { type: 'sites', name: 'Northgate School' },
  },
  {
    call: 'GET /sites/:id/tokens',
    run: () => send(`GET /sites/${ids.site}/tokens`),
    told: { type: 'sites' },
  },
  {
    call: 'DELETE /sites/:id/tokens',
    run: () => send(`DELETE /sites/${ids.site}/tokens`),
    told: { type: 'sites', changes: [is('tokens', ['1'], ['0'])] },
  },
  {
    call: 'POST /tags',
    run: async () => made('tag', await send('POST /tags', { name: 'Boarding' })),
    told: { type: 'tags', name: 'Boarding' },
  },
  {
    call: 'PUT /tags/:id',
    run: () => send(`PUT /tags/${ids.tag}`, { name: 'Boarders' }),
    told: { type: 'tags', changes: [is('name', ['Boarding'], ['Boarders'])] },
  },
  {
    call: 'POST /taglinks',
    run: async () => made('link', await send('POST /taglinks', { siteId: ids.site, tagId: ids.tag })),
    told: {
      type: 'taglinks',
      name: 'Boarders',
      changes: expect.arrayContaining([is('site', [], ['Northgate School'])]),
    },
  },
  {
    call: 'DELETE /taglinks/:id',
    run: () => send(`DELETE /taglinks/${ids.link}`),
    told: { type: 'taglinks', name: 'Boarders' },
  },
  {
    call: 'DELETE /tags/:id',
    run: () => send(`DELETE /tags/${ids.tag}`),
    told: { type: 'tags', name: 'Boarders' },
  },
  {
    call: 'POST /rolelinks',
    run: async () =>
      made(
        'role',
        await send('POST /rolelinks?tutorId=tutor-teacher', { ...roleOf('eventViewer'), canGrant: false }),
      ),
    told: {
      type: 'rolelinks',
      name: expect.any(String),
      changes: [is('roles', [], [expect.stringContaining('Hillcrest')])],
    },
  },
  {
    call: 'PUT /rolelinks/:id',
    run: () =>
      send(`PUT /rolelinks/${ids.role}?tutorId=tutor-teacher`, { ...roleOf('eventViewer'), canGrant: true }),
    told: {
      type: 'rolelinks',
      changes: [is('roles', [expect.any(String)], [expect.stringContaining('may give it to others')])],
    },
  },
  {
    call: 'DELETE /rolelinks/:id',
    run: () => send(`DELETE /rolelinks/${ids.role}?tutorId=tutor-teacher`),
    told: { type: 'rolelinks', changes: [is('roles', [expect.any(String)], [])] },
  },
  {
    call: 'POST /rolelinks/changes',
    run: () => {
      const { tutorId: _tutorId, ...assign } = roleOf('policyUser');
      return send('POST /rolelinks/changes?tutorId=tutor-teacher', { changes: [{ assign }] });
    },
    told: { type: 'rolelinks', changes: [is('roles', [], [expect.any(String)])] },
  },
  {
    call: 'POST /tutors/import',
    run: async () =>
      made(
        'tutor',
        await send('POST /tutors/import', {
          integrationId: DEMO_DIRECTORY,
          queryConfig: invitation(people[0] ?? ''),
        }),
      ),
    told: { type: 'tutors', name: people[0] },
  },
  {
    call: 'POST /tutors/importbulk',
    run: () =>
      send('POST /tutors/importbulk', {
        integrationId: DEMO_DIRECTORY,
        queryConfigs: people.map(invitation),
      }),
    told: { type: 'tutors', name: '1 people' },
  },
  {
    call: 'DELETE /tutors/:tutorId',
    run: () => send(`DELETE /tutors/${ids.tutor}`),
    told: {
      type: 'tutors',
      name: people[0],
      changes: expect.arrayContaining([is('email', [people[0] ?? ''], [])]),
    },
  },
  {
    call: 'POST /site-runners',
    run: async () => {
      const body = await send('POST /site-runners', { name: 'Attic', siteId: 'riverside' });
      secrets.push(String(body.secret));
      made('runner', body);
    },
    told: { type: 'site-runners', name: 'Attic' },
  },
  {
    call: 'PUT /site-runners/:id',
    run: () => send(`PUT /site-runners/${ids.runner}`, { name: 'Cellar', siteId: 'hillcrest' }),
    told: { type: 'site-runners', changes: expect.arrayContaining([is('name', ['Attic'], ['Cellar'])]) },
  },
  {
    call: 'POST /site-runners/:id/tokens/rotate',
    run: async () =>
      secrets.push(String((await send(`POST /site-runners/${ids.runner}/tokens/rotate`)).secret)),
    told: { type: 'site-runners', name: 'Cellar' },
  },
  {
    call: 'GET /sites/:siteId/tokens/:runnerId',
    run: () => send(`GET /sites/hillcrest/tokens/${ids.runner}`),
    told: { type: 'site-runners', name: 'Cellar' },
  },
  {
    call: 'DELETE /site-runners/:id',
    run: () => send(`DELETE /site-runners/${ids.runner}`),
    told: { type: 'site-runners', name: 'Cellar' },
  },
  {
    call: 'POST /integrations',
    run: async () => {
      const tempToken = await givenToken();
      const config = { ...PLACE.config, tempToken };
      made(
        'integration',
        await send('POST /integrations', { ...PLACE, name: 'Our Google', disabled: false, config }),
      );
    },
    told: { type: 'integrations', name: 'Our Google' },
  },
  {
    call: 'PUT /integrations/:id',
    run: () => send(`PUT /integrations/${ids.integration}`, { disabled: true }),
    told: { type: 'integrations', changes: [is('state', ['on'], ['off'])] },
  },
  {
    call: 'DELETE /integrations/:id',
    run: () => send(`DELETE /integrations/${ids.integration}`),
    told: { type: 'integrations', name: 'Our Google' },
  },
  {
    call: 'POST /syncs',
    run: async () => made('sync', await send('POST /syncs', job('Pupils'))),
    told: { type: 'syncs', name: 'Pupils' },
  },
  {
    call: 'PUT /syncs/:id',
    run: () => send(`PUT /syncs/${ids.sync}`, { ...job('Pupils'), enabled: true }),
    told: { type: 'syncs', changes: [is('state', ['off'], ['on'])] },
  },
  {
    call: 'POST /syncs/:id/run',
    run: () => send(`POST /syncs/${ids.sync}/run`, {}),
    told: { type: 'syncs', name: 'Pupils' },
  },
  {
    call: 'POST /syncs/:id/stop',
    run: () => send(`POST /syncs/${ids.sync}/stop`),
    told: { type: 'syncs', name: 'Pupils' },
  },
  {
    call: 'DELETE /syncs/:id',
    run: () => send(`DELETE /syncs/${ids.sync}`),
    told: { type: 'syncs', name: 'Pupils' },
  },
  {
    call: 'POST /admin/duplicate-devices/unite',
    run: () => send('POST /admin/duplicate-devices/unite', { id: 'r-d-00001', otherId: 'r-d-00002' }),
    told: { type: 'devices', name: expect.stringContaining(', united with ') },
  },
  {
    call: 'POST /admin/duplicate-devices/separate',
    run: () => send('POST /admin/duplicate-devices/separate', { id: 'r-d-00001', unitedId: 'r-d-00002' }),
    told: { type: 'devices', name: expect.stringContaining(', separated from ') },
  },
  {
    call: 'DELETE /sites/:id',
    run: () => send(`DELETE /sites/${ids.site}`),
    told: { type: 'sites', name: 'Northgate School' },
  },
];

/** These look like changes by their method, and only ask, or note what the administrator has seen. */
const CHANGE_NOTHING = new Set([
  'POST /integrations/consents',
  'POST /integrations/consents/:id',
  'POST /integrations/test',
  'POST /syncs/preview',
  'POST /syncs/:id/preview',
  'PUT /admin/overview/guide',
]);

const list = (query = '') => rest.read(ADMIN, `/admin/changes?limit=500${query}`, resourceLogListSchema);

describe('changes of administrators', () => {
  it('have an example each', () => {
    const calls = [...rest.adminCalls, PAGE_LINK];
    const writes = calls.filter((call) => !/^(GET|HEAD) /.test(call) && !CHANGE_NOTHING.has(call));
    const tried = EXAMPLES.map(({ call }) => call).filter((call) => !call.startsWith('GET'));
    expect(tried.sort()).toEqual(writes.sort());
  });

  it.each(EXAMPLES)('$call is a row', async ({ call, run, told }) => {
    const before = new Set((await list()).map(({ id }) => id));
    await run();
    const rows = (await list()).filter(({ id }) => !before.has(id));
    const [method = '', path = ''] = call.split(' ');
    const { type, ...details } = told;
    expect(rows).toMatchObject([
      {
        tutorId: 'tutor-admin',
        resourceType: type,
        parameters: {
          method,
          path: expect.stringMatching(new RegExp(`^/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`)),
          from: '10.1.2.3',
          ...details,
        },
      },
    ]);
    expect(Math.abs(Date.parse(rows[0]?.loggedTime ?? '') - Date.now())).toBeLessThan(LONG_MS);
  });

  it('hold no secret', async () => {
    const text = JSON.stringify(await rest.store.db.selectFrom('resource_logs').selectAll().execute());
    expect(secrets.filter((secret) => secret.length < 20 || text.includes(secret))).toEqual([]);
    expect(secrets.length).toBeGreaterThan(3);
  });

  it('are read by super admins of the tenant alone, and narrowed to one of them', async () => {
    expect((await rest.call(MANAGER, '/admin/changes')).status).toBe(403);
    const all = await list();
    expect(all.every(({ tutorId }) => tutorId !== 'tutor-other')).toBe(true);
    const choices = await rest.read(ADMIN, '/admin/changes/tutors', eventChoiceListSchema);
    expect(choices.map(({ id }) => id)).toContain('tutor-admin');
    expect(await list('&tutorId=tutor-admin&resourceType=tags')).toEqual(
      all.filter(({ tutorId, resourceType }) => tutorId === 'tutor-admin' && resourceType === 'tags'),
    );
    expect(v.is(resourceLogListSchema, all)).toBe(true);
  });
});
