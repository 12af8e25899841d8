/** What somebody who is signed in would try at REST, over the wire: each is refused, and changes nothing. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/tutors/platform-session.ts';
import { ADDRESSES, BODIES, type Call, FOREIGN, OWN, READS, WRITES } from './attempts-rest-table.ts';
import {
  type Actor,
  type AttemptsWorld,
  NEIGHBOUR_USER,
  OTHER,
  openAttemptsWorld,
} from './attempts-world.ts';

const LONG_MS = 120_000;

let world: AttemptsWorld;
let policyId: string;
beforeAll(async () => {
  world = await openAttemptsWorld();
  const query = world.platform.store.db.selectFrom('policies').select('id').where('tenant', '=', 'demo');
  policyId = (await query.where('site_id', '=', 'riverside').executeTakeFirstOrThrow()).id;
}, LONG_MS);
afterAll(() => world.close(), LONG_MS);

/** `{Name of a group}` in a path stands for its id. */
const pathOf = (path: string) => path.replaceAll(/\{(.+?)\}/g, (_, name: string) => world.idOf(name));

const call = (who: Actor, { path, method, body, headers }: Call) =>
  ask(`${world.consoleUrl}/v1${pathOf(path)}`, {
    method: method ?? (body === undefined ? 'GET' : 'PUT'),
    headers: {
      authorization: `Bearer ${world.tokens[who]}`,
      'tenant-key': 'demo',
      ...(body !== undefined && {
        'content-type': 'application/json',
        // Node sends the body of a DELETE without saying that there is one.
        ...(method === 'DELETE' && {
          'content-length': String(Buffer.byteLength(typeof body === 'string' ? body : JSON.stringify(body))),
        }),
      }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe.each([
  ['reading', READS],
  ['writing', WRITES],
  ['in a body,', BODIES],
  ['in an address,', ADDRESSES],
])('%s', (_what, attempts) => {
  it.each(attempts)('%s is refused to the %s', async (_name, who, attempt, status) => {
    const before = await world.contents();
    const answer = await call(who, attempt);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      body: expect.stringContaining('"code"'),
    });
    expect(await world.contents()).toEqual(before);
  });
});

describe('a tutor who may do the call', () => {
  /** What of the contents has changed. */
  async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await world.contents();
    await work();
    const after = await world.contents();
    return Object.keys(after).filter((table) => after[table] !== before[table]);
  }
  const read = async (who: Actor, path: string) => JSON.parse((await call(who, { path })).body);

  it('becomes nobody else by sending more fields of the own document', async () => {
    const before = await read('teacher', '/tutors/self');
    const body = {
      ...before,
      id: 'tutor-admin',
      tenant: OTHER.tenant,
      name: 'Ada',
      primaryEmail: 'admin@demo.example',
      roles: ['superAdmin'],
      permissions: [world.idOf('9A Geography')],
      liveRooms: ['room-9'],
      preferences: { favouriteGroups: [], colour: 'red' },
    };
    const changed = await changedBy(async () => {
      expect((await call('teacher', { path: '/tutors/self', body })).status).toBe(200);
    });
    expect(changed).toEqual(['tutors', 'resource_logs']);
    expect(await read('teacher', '/tutors/self')).toEqual({ ...before, preferences: body.preferences });
    expect((await call('teacher', { path: FOREIGN })).status).toBe(404);
  });

  it('changes no other group by naming it in the body', async () => {
    const path = '/groups/{Chess Club}/members';
    const members = (await read('maintainer', path)).map(({ id }: { id: string }) => id);
    const body = { members, id: OTHER.group, groupId: world.idOf('7B Art'), tenant: OTHER.tenant };
    const changed = await changedBy(async () => {
      expect((await call('maintainer', { path, body })).status).toBe(200);
    });
    expect(changed).toEqual(['resource_logs']);
  });

  it('applies a policy to nothing else by naming it in the body', async () => {
    const body = { policies: [{ policyId, groupId: world.idOf('9A Geography'), tenant: OTHER.tenant }] };
    const others = () => read('maintainer', `${FOREIGN}/policies`);
    const before = await others();
    const changed = await changedBy(async () => {
      expect((await call('teacher', { path: `${OWN}/policies`, body })).status).toBe(200);
    });
    expect(changed).toEqual(['policy_applications', 'resource_logs']);
    expect(await others()).toEqual(before);
  });

  it('cleans up no alerts of another site', async () => {
    const changed = await changedBy(async () => {
      const path = `/userlogs?userId=${NEIGHBOUR_USER}`;
      expect((await call('maintainer', { path, method: 'DELETE' })).body).toBe('{"deleted":0}');
    });
    expect(changed).toEqual(['resource_logs']);
  });

  it('reports as nobody else', async () => {
    const message = 'It flickers';
    const body = { message, tutorId: 'tutor-admin', tenant: OTHER.tenant, siteId: 'hillcrest' };
    expect((await call('teacher', { path: '/feedback', method: 'POST', body })).status).toBe(200);
    const rows = await world.platform.store.db
      .selectFrom('feedback_reports')
      .selectAll()
      .where('message', '=', message)
      .execute();
    expect(rows).toMatchObject([{ tenant: 'demo', tutor_id: 'tutor-teacher', site_id: 'riverside' }]);
  });

  it('turns no reading into a deletion by a header or a query', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    const changed = await changedBy(async () => {
      const path = '/userlogs?groupId={7A Mathematics}';
      expect((await call('teacher', { path, headers })).status).toBe(200);
      expect((await call('teacher', { path: `${path}&_method=DELETE` })).status).toBe(200);
    });
    expect(changed).toEqual([]);
  });
});

describe('a page of somebody else', () => {
  it.each(['https://evil.example', 'null', 'http://demo.localhost.evil.example'])(
    'at %s may read no answer',
    async (origin) => {
      const asked = { path: '/groups', headers: { origin } };
      expect((await call('teacher', asked)).headers['access-control-allow-origin']).toBeUndefined();
      const preflight = await call('teacher', {
        path: '/groups',
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT' },
      });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('is given no cookie to send, and cookies count for nothing', async () => {
    const { headers } = await call('teacher', { path: '/groups' });
    expect(headers['set-cookie']).toBeUndefined();
    const cookie = `access_token=${world.tokens.teacher}; token=${world.tokens.teacher}`;
    expect((await call('teacher', { path: '/groups', headers: { cookie, authorization: '' } })).status).toBe(
      401,
    );
  });
});

describe('a token in another place', () => {
  it('in the query is none', async () => {
    const path = `/groups?access_token=${world.tokens.teacher}&token=${world.tokens.teacher}`;
    expect((await call('teacher', { path, headers: { authorization: '' } })).status).toBe(401);
  });

  it('twice in one call is refused', async () => {
    const { teacher, device } = world.tokens;
    const headers = { authorization: `Bearer ${device}, Bearer ${teacher}` };
    expect((await call('teacher', { path: '/groups', headers })).status).toBe(401);
    const { host } = new URL(world.consoleUrl);
    const both = [`Authorization: Bearer ${device}`, `Authorization: Bearer ${teacher}`].join('\r\n');
    const text = `GET /v1/groups HTTP/1.1\r\nHost: ${host}\r\nTenant-Key: demo\r\n${both}\r\nConnection: close\r\n\r\n`;
    expect(await statusOf(text)).not.toBe(200);
  });
});

function statusOf(request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.platform.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(text.split(' ')[1])));
    socket.write(request);
  });
}
