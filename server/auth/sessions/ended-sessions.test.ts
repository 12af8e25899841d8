import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#store/database.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from '../fakes/auth-fixture.ts';
import { createEndedSessions, MAX_ACCESS_TOKEN_SECONDS } from './ended-sessions.ts';
import { type EndedSessionsFeed, startEndedSessionsFeed } from './ended-sessions-feed.ts';

describe('the list of ended sessions', () => {
  it('knows every token of a family, tells its listeners once, and forgets when no token can be left', () => {
    let now = 0;
    const ended = createEndedSessions(() => now);
    const told: string[] = [];
    const undo = ended.listen((tenant, family) => void told.push(`${tenant} ${family}`));
    ended.add('demo', 'one');
    ended.add('demo', 'one');
    expect(told).toEqual(['demo one']);
    expect(ended.has('demo', 'one.a')).toBe(true);
    expect(ended.has('demo', 'one.b')).toBe(true);
    expect([ended.has('demo', 'two.a'), ended.has('other', 'one.a'), ended.has('demo', undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    undo();
    now = MAX_ACCESS_TOKEN_SECONDS * 1000 + 1;
    ended.add('demo', 'later');
    expect(told).toHaveLength(1);
    expect(ended.has('demo', 'one.a')).toBe(false);
    expect(ended.has('demo', 'later.a')).toBe(true);
  });
});

describe('a database that says nothing', () => {
  const LATE_MS = 6_000;
  let feed: EndedSessionsFeed;
  afterEach(() => {
    void feed.stop();
    vi.useRealTimers();
  });

  it('is asked again after a while, and may answer the first question late', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    type Row = { tenant: string; family: string };
    const asked: { since: number; answer: (rows: Row[]) => void; fail: (error: unknown) => void }[] = [];
    const where = (_column: string, _operator: string, since: Date) => ({
      execute: () =>
        new Promise<Row[]>((answer, fail) => asked.push({ since: since.getTime(), answer, fail })),
    });
    const db = { selectFrom: () => ({ select: () => ({ where }) }) } as unknown as Kysely<Database>;
    const ended = createEndedSessions(Date.now);
    const failures: unknown[] = [];
    const opening = startEndedSessionsFeed({
      db,
      ended,
      isShared: true,
      clock: Date.now,
      failed: (error) => failures.push(error),
    });
    asked[0]?.answer([]);
    feed = await opening;
    // Two seconds later comes the read that gets no answer.
    await vi.advanceTimersByTimeAsync(2_000 + LATE_MS - 1);
    expect([asked.length, failures.length]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([asked.length, failures.length]).toEqual([3, 1]);
    expect(asked[2]?.since).toBe(asked[1]?.since);
    asked[2]?.answer([{ tenant: 'demo', family: 'meanwhile' }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended.has('demo', 'meanwhile.x')).toBe(true);
    // The next one goes on from the read that was answered, whatever comes late.
    expect(asked.map(({ since }) => since - (asked[1]?.since ?? 0)).slice(2)).toEqual([0, 2_000 + LATE_MS]);
    asked[1]?.answer([{ tenant: 'demo', family: 'meanwhile' }]);
    asked[3]?.answer([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked[4]?.since).toBe((asked[3]?.since ?? 0) + 2_000);
    // One that was given up and fails late is not told of twice.
    await vi.advanceTimersByTimeAsync(LATE_MS);
    expect([asked.length, failures.length]).toEqual([6, 2]);
    asked[4]?.fail(new Error('late'));
    asked[5]?.answer([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(failures).toHaveLength(2);
    // What is still asked when the process ends is waited for no longer.
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(7);
    const stopped = vi.fn();
    void feed.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(LATE_MS);
    expect(stopped).toHaveBeenCalled();
  });
});

describe('several processes on one database', () => {
  let at: AuthFixture;
  const feeds: EndedSessionsFeed[] = [];
  const failed = (error: unknown) => {
    throw error;
  };
  /** Another process, that hears only by the database. */
  async function otherProcess(isShared = true) {
    const ended = createEndedSessions(at.now);
    const { db } = at.store;
    feeds.push(
      await startEndedSessionsFeed({ db, ended, isShared, clock: at.now, failed, pollIntervalMs: 5 }),
    );
    return ended;
  }
  const jtiOf = async (token: string) => (await at.tokens.verify(token))?.jti;

  beforeAll(async () => {
    at = await createAuthFixture();
  }, 60_000);
  afterEach(async () => {
    for (const feed of feeds.splice(0)) await feed.stop();
  });
  afterAll(() => at.close());

  it('learn of a refresh token that came twice elsewhere', async () => {
    const ended = await otherProcess();
    const session = await at.login();
    const jti = await jtiOf(session.accessToken);
    await at.call('POST', '/refresh', { bearer: session.refreshToken });
    expect(ended.has('demo', jti)).toBe(false);
    at.pass(11_000);
    expect((await at.call('POST', '/refresh', { bearer: session.refreshToken })).status).toBe(401);
    await expect.poll(() => ended.has('demo', jti)).toBe(true);
  });

  it('learn of an end that was stored with a clock that is 50 s behind', async () => {
    const ended = await otherProcess();
    await expect.poll(() => ended.has('demo', 'unknown.x')).toBe(false);
    await at.store.db
      .insertInto('ended_sessions')
      .values({ tenant: 'demo', family: 'behind', ended_at: new Date(at.now() - 50_000) })
      .execute();
    await expect.poll(() => ended.has('demo', 'behind.x')).toBe(true);
  });

  it('know after a restart what was ended before', async () => {
    const session = await at.login();
    await at.call('POST', '/logout', { bearer: session.refreshToken });
    const ended = await otherProcess(false);
    expect(ended.has('demo', await jtiOf(session.accessToken))).toBe(true);
  });

  it('leave no token behind where a session is refreshed, widened and ended at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const session = await at.login('mel@demo.example');
      const answers = await Promise.all([
        at.call('POST', '/refresh', { bearer: session.refreshToken }),
        at.call('POST', '/login', {
          bearer: session.accessToken,
          body: { ...CONSOLE_LOGIN, siteId: 'hillcrest' },
        }),
        at.call('POST', '/logout', { bearer: session.refreshToken }),
      ]);
      for (const { body } of answers.slice(0, 2)) {
        if (typeof body.refreshToken !== 'string') continue;
        expect((await at.call('POST', '/refresh', { bearer: body.refreshToken })).status).toBe(401);
      }
      const rows = await at.store.db.selectFrom('refresh_tokens').select('hash').execute();
      expect(rows).toEqual([]);
    }
  });
});
