/** A page far down a list costs the database what the first one costs, by what its plans examine and not by time. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAINTAINER, openTestRest, type TestRest } from '../../server/rest/fakes/open-test-rest.ts';
import { fillSchool } from '../../server/store/seed/fill-school.ts';

const LONG_MS = 120_000;
const SCHOOL = 3_000;
const LIMIT = 20;
/** A page may look up a few rows for each of its own: a client, a person, a group. */
const ROWS_PER_ROW = 12;
/** Tables that grow with the school; the others a page may read whole. */
const LARGE = [
  'users',
  'devices',
  'clients',
  'user_logs',
  'user_log_groups',
  'tutor_action_logs',
  'resource_logs',
  'device_inventory',
  'group_members',
];

type Query = { sql: string; parameters: readonly unknown[] };
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

let rest: TestRest;
let queries: Query[] = [];

beforeAll(async () => {
  rest = await openTestRest('pglite');
  await fillSchool(rest.store.db, SCHOOL);
  await fillTutorsLogs();
  const executor = rest.store.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query) => {
    queries.push(query);
    return execute(query);
  };
}, LONG_MS);
afterAll(() => rest.dispose());

/** The rows of a page, and what the database did for it. */
async function readPage(path: string) {
  queries = [];
  const { status, body } = await rest.call(MAINTAINER, path);
  expect(status, path).toBe(200);
  const asked = [...queries];
  const nodes: Plan[] = [];
  for (const query of asked) nodes.push(...flatten(await planOf(query)));
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
  return {
    rows: body as { id: string; timeTriggered?: string }[],
    examined: Math.max(0, ...scans.filter(isLarge).map(rowsOf)),
    whole: scans
      .filter((node) => node['Node Type'] === 'Seq Scan' && isLarge(node))
      .map((node) => node['Relation Name']),
    sorted: Math.max(0, ...nodes.filter((node) => node['Node Type'].includes('Sort')).map(rowsOf)),
  };
}

async function planOf({ sql: text, parameters }: Query): Promise<Plan> {
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
  const { rows } = await rest.store.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`no plan for ${text}`);
  return plan;
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
const isLarge = (node: Plan) => LARGE.includes(node['Relation Name'] ?? '');
const rowsOf = (node: Plan) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

const ALL_STUDENTS = 'g-0-all-students';
/** All of these rows share three moments, so that most pages begin within one. */
const DEEP_IN_ACTIONS = '_lt_loggedTime=2020-01-01T00:00:01Z&_lt_id=many-03000';
const LISTS: readonly [path: string, after: string][] = [
  ['/users', '_lt_id=r-u-00060'],
  ['/devices', '_lt_id=r-d-00060'],
  ['/groups', '_lt_id=g-0-form-8A'],
  ['/policies', '_lt_id=p-0-0030'],
  ['/devices/inventory?fields=id,inventoryResults,softwareResults,updated', '_lt_id=r-d-00060'],
  [`/groups/${ALL_STUDENTS}/members`, '_lt_id=r-u-00300'],
  ['/groups/g-0-desktops-8/members', '_lt_id=r-d-02500'],
  ['/userlogs', 'deep'],
  ['/userlogs?kind=BlockWebsitesDefinition', 'deep'],
  [`/userlogs?groupId=${ALL_STUDENTS}`, 'deep'],
  ['/actions', DEEP_IN_ACTIONS],
  ['/actions?tutorId=tutor-teacher', DEEP_IN_ACTIONS],
  ['/actions?action=lock', DEEP_IN_ACTIONS],
  ['/site-resources', DEEP_IN_ACTIONS],
  ['/site-resources?tutorId=tutor-teacher', DEEP_IN_ACTIONS],
  ['/site-resources?resourceType=groups', DEEP_IN_ACTIONS],
];

describe('a page of', () => {
  it.each(LISTS)('%s costs the same wherever it is', async (path, after) => {
    const page = (more: string) => `${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT}${more}`;
    const first = await readPage(page(''));
    const deep = await readPage(page(`&${after === 'deep' ? await deepInLogs() : after}`));
    for (const [where, { rows, examined, sorted, whole }] of Object.entries({ first, deep })) {
      expect(rows.length, where).toBe(LIMIT);
      expect(whole, `${where}: tables that were read whole`).toEqual([]);
      expect(examined, `${where}: rows examined`).toBeLessThanOrEqual(LIMIT * ROWS_PER_ROW);
      expect(sorted, `${where}: rows sorted`).toBeLessThanOrEqual(LIMIT * ROWS_PER_ROW);
    }
    expect(deep.examined).toBeLessThanOrEqual(2 * (first.examined + LIMIT));
    expect(deep.rows.map(({ id }) => id)).not.toContain(first.rows[0]?.id);
  });

  it('a group by host names reads no more names than its page needs, where most devices are in it', async () => {
    const all = rest.idOf('All devices');
    const first = await readPage(`/groups/${all}/members?limit=${LIMIT}`);
    const deep = await readPage(`/groups/${all}/members?limit=${LIMIT}&_lt_id=r-d-00060`);
    for (const { rows, examined, whole } of [first, deep]) {
      expect([rows.length, whole]).toEqual([LIMIT, []]);
      expect(examined).toBeLessThanOrEqual(LIMIT * ROWS_PER_ROW);
    }
  });
});

async function fillTutorsLogs(): Promise<void> {
  const many = sql`'demo', 'many-' || lpad(n::text, 5, '0'), 'riverside',
    case n % 3 when 0 then 'tutor-teacher' else 'tutor-maintainer' end,
    timestamptz '2020-01-01T00:00:00Z' + (n % 3) * interval '1 second' from generate_series(1, 6000) as n`;
  await sql`insert into tutor_action_logs (action, tenant, id, site_id, tutor_id, logged_time)
    select case n % 2 when 0 then 'lock' else 'mute' end, ${many}`.execute(rest.store.db);
  await sql`insert into resource_logs (resource_type, tenant, id, site_id, tutor_id, logged_time)
    select case n % 2 when 0 then 'groups' else 'users' end, ${many}`.execute(rest.store.db);
}

/** Older than all but a few of the alerts. */
async function deepInLogs(): Promise<string> {
  const { rows } = await sql<{
    at: Date;
  }>`select time_triggered as at from user_logs order by 1 limit 1 offset 200`.execute(rest.store.db);
  return `_lt_timeTriggered=${encodeURIComponent(rows[0]?.at.toISOString() ?? '')}`;
}
