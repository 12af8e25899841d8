/** What the platform counts of a busy class, and that no label of it names anybody. */
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { targetTopic } from '#protocol/topics.ts';
import { groupsFor } from '../../support/classroom/directory.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { adminSession, ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { type MetricSample, readMetrics, samplesOf } from '../../support/wire/metrics-text.ts';

const SCOPE = { tenant: 'demo', site: 'riverside' };
const STUDENTS = 6;
const TEACHER = 'teacher@demo.example';
const TOKEN = 'read-the-metrics-of-this-class';

let classroom: RunningClassroom;
let session: Awaited<ReturnType<typeof consoleSession>>;
beforeAll(async () => {
  classroom = await startClassroom({ students: STUDENTS, options: { metricsToken: TOKEN } });
  session = await consoleSession(classroom.platform, TEACHER);
}, 60_000);
afterAll(() => classroom?.close());

const at = (path: string, bearer?: string, method = 'GET') =>
  ask(`${classroom.platform.origin('demo')}${path}`, {
    method,
    headers: { 'tenant-key': 'demo', ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
  });

async function metrics(): Promise<MetricSample[]> {
  const { status, body } = await at('/metrics', TOKEN);
  expect(status).toBe(200);
  return readMetrics(body);
}

const valueIn = (samples: readonly MetricSample[], name: string, labels?: Record<string, string>) =>
  samplesOf(samples, name, labels)[0]?.value;

/** Every word in the database that says who somebody is: ids, names, addresses of mail, hosts. */
async function namesOfPeople(): Promise<Set<string>> {
  const { db } = classroom.platform.store;
  const names = new Set<string>();
  for (const table of ['tutors', 'users', 'devices', 'clients', 'groups', 'sites', 'tenants', 'policies']) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(each) as row from ${sql.table(table)} as each
    `.execute(db);
    for (const { row } of rows)
      for (const value of Object.values(row))
        if (
          typeof value === 'string' &&
          value.length > 3 &&
          !/^(\d{4}-\d\d-|extension$|windows$)/.test(value)
        )
          names.add(value);
  }
  return names;
}

describe('the metrics of a busy class', () => {
  it('show connections, messages, calls, the database and the process', async () => {
    await at('/v1/groups?limit=100&_sort=id&_order=desc', session.accessToken);
    const samples = await metrics();
    expect(valueIn(samples, 'lectern_broker_connections', { kind: 'device' })).toBe(STUDENTS);
    expect(valueIn(samples, 'lectern_broker_messages_total', { direction: 'in' })).toBeGreaterThan(STUDENTS);
    expect(
      valueIn(samples, 'lectern_http_call_seconds_count', {
        method: 'GET',
        route: '/v1/groups',
        status: '200',
      }),
    ).toBe(1);
    expect(valueIn(samples, 'lectern_database_query_seconds_count', { outcome: 'ok' })).toBeGreaterThan(10);
    expect(valueIn(samples, 'lectern_database_wait_seconds_count')).toBeGreaterThan(10);
    expect(valueIn(samples, 'lectern_security_events_total', { event: 'enrolled' })).toBe(STUDENTS);
    expect(valueIn(samples, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(valueIn(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('show what was dropped, by reason, and the imports, by outcome', async () => {
    const { platform } = classroom;
    const claims = readClaims(session.accessToken);
    if (!claims) throw new Error('the access token cannot be read');
    const client = await mqtt.connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
      protocolVersion: 5,
      clientId: mqttClientId(claims, 'metrics'),
      username: session.accessToken,
      password: session.accessToken,
      reconnectPeriod: 0,
    });
    const groupId = (await groupsFor(platform, TEACHER)).permitted[0]?.id ?? '';
    const topic = targetTopic(SCOPE, claims.sub, { to: 'group', groupId }, 'actions');
    await client.publishAsync(topic, 'no action', { qos: 1 });
    await client.endAsync();
    const { accessToken } = await adminSession(platform, 'admin@demo.example');
    const job = await platform.store.db.selectFrom('sync_jobs').select('id').executeTakeFirstOrThrow();
    expect((await at(`/v1/syncs/${job.id}/run`, accessToken, 'POST')).status).toBe(200);
    const runs = async () => samplesOf(await metrics(), 'lectern_sync_runs_total').map(({ value }) => value);
    await expect.poll(runs, { timeout: 20_000 }).toEqual([1]);
    const dropped = await metrics();
    expect(valueIn(dropped, 'lectern_broker_dropped_total', { reason: 'tutor-action:json' })).toBe(1);
    for (const reason of ['slow', 'size', 'queue'])
      expect(valueIn(dropped, 'lectern_broker_dropped_total', { reason })).toBe(0);
  });

  it('name nobody, whatever is asked for', async () => {
    const { db } = classroom.platform.store;
    const group = await db
      .selectFrom('groups')
      .select('id')
      .where('tenant', '=', 'demo')
      .executeTakeFirstOrThrow();
    await at(`/v1/groups/${group.id}`, session.accessToken);
    await at(`/v1/groups/${group.id}/members`, session.accessToken);
    await at('/v1/groups/Ada-Lovelace', session.accessToken);
    await at('/v1/Ada-Lovelace/secret-path', session.accessToken);
    await at('/Ada-Lovelace.txt');
    await at(`/v1/groups/${group.id}`, 'no.good.token');
    await at('/v1/groups', session.accessToken, 'PROPFIND');
    const samples = await metrics();
    const labels = new Set(samples.flatMap(({ labels }) => Object.values(labels)));
    expect(labels).toContain('none');
    expect([...labels].some((label) => /^\/v1\/groups\/:\w+$/.test(label))).toBe(true);
    const names = await namesOfPeople();
    expect(names.size).toBeGreaterThan(500);
    expect([...labels].filter((label) => names.has(label) || /Ada|secret|@|PROPFIND/.test(label))).toEqual(
      [],
    );
    // Ids have digits and capitals in them: what is left are words, status codes, buckets and versions.
    const known =
      /^([a-z][a-zA-Z0-9_-]*(:[a-z-]+)?|\/[\w/:.*-]*|\d+(\.\d+)?|\+Inf|v\d+\.\d+\.\d+|other|none|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|)$/;
    expect([...labels].filter((label) => !known.test(label) && !/^[A-Z]\w+$/.test(label))).toEqual([]);
  });

  it('are read with the token only, and a wrong one is noted', async () => {
    expect((await at('/metrics')).status).toBe(401);
    expect((await at('/metrics', session.accessToken)).status).toBe(401);
    expect(classroom.platform.security.counters()['secret-refused:metrics']).toBe(2);
  });
});

describe('readiness', () => {
  it('says that every part is there, and which is not when the database has gone', async () => {
    const ready = await at('/readyz');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.body)).toEqual({ ready: true, parts: { database: 'ok', broker: 'ok' } });
    await classroom.platform.store.close();
    await expect.poll(async () => (await at('/readyz')).status).toBe(503);
    const { body } = await at('/readyz');
    expect(JSON.parse(body)).toEqual({ ready: false, parts: { database: 'no-answer', broker: 'ok' } });
    expect((await at('/healthz')).status).toBe(200);
  });
});
