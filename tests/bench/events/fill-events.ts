/** Millions of events in the logs of the demo's first site, before a platform opens them. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../server/store/database.ts';
import { DIRECTORY_SIZE } from '../../../server/store/seed/school.ts';
import { openStore } from '../../../server/store/store.ts';
import type { BenchContext } from '../meters/measurement.ts';

/** Rows of one statement. */
const BATCH = 50_000;
/** So many happen at one moment, as when a class opens a page that is blocked. */
const AT_ONCE = 5;
/** The platform removes what is older than a year. */
const SPAN_DAYS = 300;
/** Alerts for one row of what tutors did. */
const ALERTS_PER_ACTION = 4;

export async function fillEvents(
  context: BenchContext,
  place: { dataDir: string } | { databaseUrl: string },
  rows: number,
): Promise<void> {
  const log = { info: () => {}, warn: context.say };
  context.say(`filling ${rows} events …`);
  const store = await openStore({ ...place, seed: { students: DIRECTORY_SIZE }, log });
  try {
    const from = performance.now();
    await fillAlerts(store.db, rows, context.say);
    await fillActions(store.db, Math.ceil(rows / ALERTS_PER_ACTION));
    // The embedded database does not look at its tables by itself.
    await sql`analyze`.execute(store.db);
    context.say(`filled in ${Math.round((performance.now() - from) / 1_000)} s`);
  } finally {
    await store.close();
  }
}

/** The time of row `n` of `rows`; of rows that come together the same. */
const timeOf = (rows: number) =>
  sql`date_trunc('second', now()) - interval '1 minute'
    - ((${rows}::bigint - n) / ${AT_ONCE}) * ${(SPAN_DAYS * 86_400 * AT_ONCE) / rows}::float8 * interval '1 second'`;

type Fill = (trx: Transaction<Database>, from: number, to: number) => Promise<unknown>;

/** Without triggers: they would look up the site and the group of each row, which are there. */
async function everyBatch(db: Kysely<Database>, rows: number, fill: Fill): Promise<void> {
  for (let from = 1; from <= rows; from += BATCH)
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await fill(trx, from, Math.min(rows, from + BATCH - 1));
    });
}

async function fillAlerts(db: Kysely<Database>, rows: number, say: (line: string) => void): Promise<void> {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant', '=', 'demo')
    .where('name', '=', '7A Mathematics')
    .executeTakeFirstOrThrow();
  await everyBatch(db, rows, async (trx, from, to) => {
    await sql`insert into user_logs (tenant, id, site_id, user_id, user_name, auth_type, user_group_ids, rule,
        effect_type, context, time_triggered)
      select 'demo', 'many-' || lpad(n::text, 10, '0'), 'riverside', 'r-u-' || lpad((1 + n % 300)::text, 5, '0'),
        'Student ' || (1 + n % 300), 'user', jsonb_build_array(${group.id}::text), '*.games.example',
        (array['BlockWebsitesDefinition', 'BlockAppDefinition', 'KeywordMonitoringDefinition'])[1 + n % 3],
        jsonb_build_object('url', 'https://play.games.example/' || n), ${timeOf(rows)}
      from generate_series(${from}::bigint, ${to}::bigint) as n`.execute(trx);
    await sql`insert into user_log_groups (tenant, group_id, time_triggered, log_id)
      select 'demo', ${group.id}, ${timeOf(rows)}, 'many-' || lpad(n::text, 10, '0')
      from generate_series(${from}::bigint, ${to}::bigint) as n`.execute(trx);
    if (to % (BATCH * 5) === 0) say(`${to} alerts`);
  });
}

const fillActions = (db: Kysely<Database>, rows: number) =>
  everyBatch(db, rows, (trx, from, to) =>
    sql`insert into tutor_action_logs (tenant, id, site_id, tutor_id, action, parameters, logged_time)
      select 'demo', 'many-' || lpad(n::text, 10, '0'), 'riverside', 'tutor-maintainer',
        (array['lock', 'unlock', 'mute', 'launch'])[1 + n % 4], '{}', ${timeOf(rows)}
      from generate_series(${from}::bigint, ${to}::bigint) as n`.execute(trx),
  );

/** A schema of its own on the server, which goes with the bench. Answers the address of it. */
export async function openSchema(context: BenchContext, address: string): Promise<string> {
  const schema = `lectern_bench_${randomUUID().replaceAll('-', '')}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(`create schema ${schema}`);
  context.atEnd(() => run(`drop schema ${schema} cascade`));
  const url = new URL(address);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}
