/**
 * A school of machines that wakes behind one address does not enrol anew: its agents refresh their tokens, and
 * after a holiday log in with secrets of their own. Neither uses up the limit of first logins.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundedWork } from '#domain/semaphore.ts';
import { AppError } from '#protocol/app-error.ts';
import { deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import { createAgentEnrolment, type StoredSession } from '../../agent/core/connection/agent-enrolment.ts';
import { type AgentStore, memoryStore } from '../../agent/core/connection/agent-store.ts';
import { createMachineLogin, type MachineIdentity } from '../../agent/core/connection/machine-login.ts';
import type { PlatformCall } from '../../agent/core/connection/platform-call.ts';
import { type AuthFixture, createAuthFixture } from '../../server/auth/fakes/auth-fixture.ts';

const LONG_MS = 120_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Of the limits of enrolments, so that few machines are more than one address has logins in a minute: 30. */
const SHARE = 1 / 20;
const MACHINES = 36;
const CONCURRENCY = 8;
const SCHOOL = '203.0.113.7';
const OTHER_ADDRESS = '203.0.113.8';

type Machine = {
  hostname: string;
  identity: AgentStore<MachineIdentity>;
  session: AgentStore<StoredSession>;
};
const machines: readonly Machine[] = Array.from({ length: MACHINES }, (_, n) => ({
  hostname: `LAB-${n}`,
  identity: memoryStore(),
  session: memoryStore(),
}));
const deviceIds = new Map<Machine, string | undefined>();

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture({}, { share: SHARE });
}, LONG_MS);
afterAll(() => at.close());

/** `logins` and `refreshes`: the calls that reached the platform; `refused`: those answered 429. */
type Counts = { logins: number; refreshes: number; refused: number };

/** The machines start within a minute, and obtain tokens once each. */
async function start(all: readonly Machine[], address: string): Promise<Counts> {
  const counts: Counts = { logins: 0, refreshes: 0, refused: 0 };
  const call: PlatformCall = async <T>(request: JsonRequest, schema: v.GenericSchema<unknown, T>) => {
    const path = request.url.replace('http://auth', '');
    counts[path === '/refresh' ? 'refreshes' : 'logins'] += 1;
    const { statusCode: status, body } = await at.app.inject({
      method: 'POST',
      url: `/auth${path}`,
      remoteAddress: address,
      headers: {
        host: 'demo.localhost:8080',
        'tenant-key': 'demo',
        ...(request.bearer !== undefined && { authorization: `Bearer ${request.bearer}` }),
      },
      payload: request.body as object,
    });
    if (status === 429) counts.refused += 1;
    if (status === 401) throw new AppError('unauthorized', body);
    if (status !== 200) throw new AppError('server', body, { detail: { status } });
    return v.parse(schema, JSON.parse(body));
  };
  await boundedWork(all, CONCURRENCY, async (machine) => {
    const { hostname, identity, session } = machine;
    const enrolment = createAgentEnrolment({
      call,
      authUrl: 'http://auth',
      tenant: 'demo',
      login: createMachineLogin({
        site: 'demo/riverside',
        siteSecret: () => 'site secret',
        about: () => ({ type: 'linuxAgent', hostname, user: { name: 'Ann' } }),
        store: identity,
        newId: randomUUID,
        now: at.now,
      }),
      store: session,
      identityOf: (answer) => v.parse(deviceTokensSchema, answer).deviceId,
      now: at.now,
      signal: undefined,
    });
    const obtained = await enrolment.obtain({ afterRefusal: false }).catch(() => undefined);
    const before = deviceIds.get(machine);
    if (obtained && before !== undefined) expect(obtained.identity).toBe(before);
    if (obtained) deviceIds.set(machine, obtained.identity);
  });
  return counts;
}

it('enrols each machine once, however often the school wakes', { timeout: LONG_MS }, async () => {
  const half = MACHINES / 2;
  const first = [
    await start(machines.slice(0, half), SCHOOL),
    await start(machines.slice(half), OTHER_ADDRESS),
  ];
  expect(first).toEqual([
    { logins: half, refreshes: 0, refused: 0 },
    { logins: half, refreshes: 0, refused: 0 },
  ]);
  expect(new Set(deviceIds.values()).size).toBe(MACHINES);

  at.pass(DAY_MS);
  expect(await start(machines, SCHOOL)).toEqual({ logins: 0, refreshes: MACHINES, refused: 0 });

  // The refresh tokens expire in the holidays, and the secret of the site is rotated.
  at.pass(60 * DAY_MS);
  await at.store.db.deleteFrom('site_tokens').execute();
  expect(await start(machines, SCHOOL)).toEqual({ logins: MACHINES, refreshes: MACHINES, refused: 0 });
  expect(new Set(deviceIds.values()).size).toBe(MACHINES);
});
