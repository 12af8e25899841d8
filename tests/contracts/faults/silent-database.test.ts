/** The machine of PostgreSQL is gone without a word and another one has its address: nothing waits for the old one for ever. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/store/store.ts';
import { createTcpProxy, type TcpProxy } from '../../support/faults/tcp-proxy.ts';
import { startPostgres } from '../../support/processes/debian-servers.ts';

const LONG_MS = 60_000;
const LOOK_MS = 1_000;
/** More than the store has connections. */
const CALLS = 12;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let network: TcpProxy;
let store: Store;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(await postgres.newDatabase());
  network = await createTcpProxy({ targetPort: Number(url.port) });
  url.port = `${network.port}`;
  store = await openStore({ databaseUrl: url.href, lookAfterMs: LOOK_MS, log: { info() {}, warn() {} } });
}, LONG_MS);
afterAll(async () => {
  await store?.close();
  await network?.close();
  await postgres?.close();
}, LONG_MS);

const now = () => sql`select now()`.execute(store.db);
const many = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: CALLS }, call));
const statusOf = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' ? answer.reason.detail?.status : answer.status;

/** Closes the connections of before, each of which is noticed when it is used. */
const settle = () => Promise.allSettled(Array.from({ length: CALLS }, now));

/** What knocks from now on reaches the machine that has the address. */
async function replaceMachine(): Promise<void> {
  network.blackHole();
  await network.restore();
}

it(
  'queries are told to come again, also the first of a transaction, and the next ones are answered',
  async () => {
    await many(() => sql`select pg_sleep(0.1)`.execute(store.db));
    await replaceMachine();
    const transaction = store.db.transaction().execute((trx) => sql`select now()`.execute(trx));
    const answers = await Promise.allSettled([transaction, ...Array.from({ length: CALLS }, now)]);
    const statuses = answers.map(statusOf);
    expect(statuses[0]).toBe(503);
    expect(statuses.filter((status) => status === 503)).toHaveLength(10);
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(CALLS + 1 - 10);
    await expect(many(now)).resolves.toHaveLength(CALLS);
  },
  LONG_MS,
);

it(
  'a transaction that is in the middle is told so, and nothing of it is kept',
  async () => {
    await expect(
      store.db.transaction().execute(async (trx) => {
        await trx.insertInto('tenants').values({ key: 'half', name: 'Half' }).execute();
        await replaceMachine();
        await trx.insertInto('tenants').values({ key: 'other', name: 'Other' }).execute();
      }),
    ).rejects.toMatchObject({ detail: { status: 503 } });
    await settle();
    const keys = await store.db.selectFrom('tenants').select('key').execute();
    expect(keys).toEqual([]);
  },
  LONG_MS,
);

it(
  'a query that takes long is waited for, and so is one that waits for it',
  async () => {
    const slow = store.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx);
      return sql`select pg_sleep(3)`.execute(trx);
    });
    const behind = sql`select pg_advisory_lock(1)`.execute(store.db);
    expect((await Promise.allSettled([slow, behind])).map(statusOf)).toEqual(['fulfilled', 'fulfilled']);
  },
  LONG_MS,
);
