/** The machine of PostgreSQL is gone without a word and another one has its address: nothing waits for the old one for ever. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/store/store.ts';
import { createTcpProxy, type TcpProxy } from '../../support/faults/tcp-proxy.ts';
import { startPostgres } from '../../support/processes/debian-servers.ts';

const LONG_MS = 60_000;
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
  store = await openStore({ databaseUrl: url.href, answerWithinMs: 1_000, log: { info() {}, warn() {} } });
}, LONG_MS);
afterAll(async () => {
  await store?.close();
  await network?.close();
  await postgres?.close();
}, LONG_MS);

const now = () => sql`select now()`.execute(store.db);
const statusOf = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' ? answer.reason.detail?.status : answer.status;

it(
  'queries are told to come again, also those of a transaction, and the next ones are answered',
  async () => {
    await Promise.all(Array.from({ length: CALLS }, () => sql`select pg_sleep(0.1)`.execute(store.db)));
    network.blackHole();
    const calls = [
      ...Array.from({ length: CALLS }, now),
      store.db.transaction().execute((trx) => sql`select now()`.execute(trx)),
    ];
    // What knocks from now on reaches the machine that has the address.
    await network.restore();
    const answers = await Promise.allSettled(calls);
    const refused = answers.map(statusOf).filter((status) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(answers.map(statusOf).filter((status) => status !== 503 && status !== 'fulfilled')).toEqual([]);
    await expect(Promise.all(Array.from({ length: CALLS }, now))).resolves.toHaveLength(CALLS);
  },
  LONG_MS,
);
