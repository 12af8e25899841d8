/** Directories, databases, processes and people that come in between: a run goes on, or says why not; nothing is half done. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryProblem } from '#directories/directory.ts';
import { AppError } from '#protocol/app-error.ts';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import type { ImportSettings } from '#protocol/rest/sync-job.ts';
import type { JobKey } from '#store/sync/sync-jobs.ts';
import { createSyncRuns } from '#store/sync/sync-runs.ts';
import { person } from './fakes/fake-directory.ts';
import { jobBody, openSyncWorld, type SyncWorld } from './fakes/open-sync-world.ts';
import { NOT_KEPT } from './sync-failure.ts';

const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const USERS: ImportSettings = { users: {} };
const people = (...ids: string[]) => ids.map((id) => person(id));
const names = (...ids: string[]) => ids.map((id) => `Person ${id}`);
const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

let world: SyncWorld;
let job: JobKey;
/** In pages of three: the directory has all but `a`, whom the job has brought before. */
beforeEach(async () => {
  world = await openSyncWorld();
  job = await world.addJob(USERS);
  world.directory.people = people(...ALL.slice(0, 6));
  await world.run(job);
  world.directory.people = people(...ALL.slice(1));
  world.directory.reads = 0;
}, LONG_MS);
afterEach(() => {
  // A run that still waits for its page would keep its process from ending.
  for (const release of held.splice(0)) release();
  return world.close();
}, LONG_MS);

const held: (() => void)[] = [];
/** A page that is not answered until it is let go. */
function holdPage(number: number) {
  let reached = () => {};
  let release = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const mayGo = new Promise<void>((resolve) => {
    release = resolve;
  });
  held.push(() => release());
  world.directory.before = async (page) => {
    if (page !== number) return undefined;
    reached();
    await mayGo;
    return undefined;
  };
  return { isReached, release };
}

describe('a directory', () => {
  it.each([
    [{ name: 'away' }, 'The directory “School” does not answer.'],
    [{ name: 'throttled', seconds: 600 }, 'The directory “School” has had too much to do'],
    [{ name: 'consent-expired' }, 'does not let the platform in any more'],
    [{ name: 'unreadable' }, 'gave an answer that cannot be read'],
    [{ name: 'gone' }, 'does not have the path “/Students”'],
  ] as const)('that answers %o in the middle fails the run, and nobody is removed', async (problem, why) => {
    world.directory.before = async (page) => (page === 1 ? problem : undefined);
    expect(await world.run(job)).toMatchObject({
      outcome: 'failed',
      humanError: expect.stringContaining(why),
      removed: 0,
    });
    expect(await world.people()).toEqual(names(...ALL.slice(0, 6)));
    const saved = await world.jobs.find(job);
    expect(saved?.mergeStatus).toMatchObject({ success: false, humanError: expect.stringContaining(why) });
    // The next run finds it well again.
    world.directory.before = async () => undefined;
    expect(await world.run(job)).toMatchObject({ outcome: 'done', added: 2, removed: 1 });
    expect(await world.people()).toEqual(names(...ALL.slice(1)));
  });

  it('that asks to wait for a minute, or is away for a moment, is waited for', async () => {
    const problems = [
      { name: 'throttled', seconds: 60 },
      { name: 'away' },
      { name: 'throttled', seconds: 2 },
    ] as const;
    let asked = 0;
    world.directory.before = async (page) => (page === 1 ? problems[asked++] : undefined);
    const began = world.clock.now();
    expect(await world.run(job)).toMatchObject({ outcome: 'done', added: 2, removed: 1 });
    expect(world.clock.now() - began).toBeGreaterThan(60_000);
  });

  it.each<DirectoryProblem>([
    { name: 'unreadable' },
    { name: 'rejected', message: 'The page token has expired' },
  ])(
    'that forgets the place in its list is read from the beginning, and nothing is doubled: $name',
    async (problem) => {
      let refusals = 1;
      world.directory.before = async (page) => (page === 2 && refusals-- > 0 ? problem : undefined);
      expect(await world.run(job)).toMatchObject({ outcome: 'done', read: 7, added: 2, removed: 1 });
      expect(await world.people()).toEqual(names(...ALL.slice(1)));
    },
  );

  it('that is switched off in the middle fails the run', async () => {
    world.directory.before = async (page) => {
      if (page === 1) world.directory.opened = { name: 'disabled', directoryName: 'School' };
      return undefined;
    };
    expect(await world.run(job)).toMatchObject({
      outcome: 'failed',
      humanError: expect.stringContaining('is switched off'),
      removed: 0,
    });
  });

  it('that lists nobody any more removes nobody', async () => {
    world.directory.people = [];
    expect(await world.run(job)).toMatchObject({
      outcome: 'failed',
      humanError: expect.stringContaining('removed 6 of the 6 users'),
      removed: 0,
    });
    expect(await world.people()).toHaveLength(6);
  });
});

it('a database that refuses a page fails the run with its reason, and nothing of that page is there', async () => {
  await sql`alter table users add constraint full_disk check (name <> 'Person h')`.execute(world.db);
  world.directory.people = people('b', 'c', 'd', 'g', 'h');
  const failed = await world.run(job);
  expect(failed).toMatchObject({ outcome: 'failed', added: 0, removed: 0 });
  expect(failed?.humanError).toContain('could not keep what it has read');
  expect(world.failures).toHaveLength(1);
  expect(await world.people()).toEqual(names(...ALL.slice(0, 6)));
});

it('a database that is away leaves the run, which is gone on with when its lease is over', async () => {
  const away = new AppError('server', 'away', { detail: { status: 503 } });
  let isAway = true;
  world.directory.before = async (page) => {
    if (page === 1 && isAway) throw away;
    return undefined;
  };
  await world.run(job);
  expect(world.failures).toContain(away);
  expect(await world.newest(job)).toMatchObject({ endedAt: null });
  isAway = false;
  world.clock.jump(61_000);
  await world.syncs.engine.look();
  await world.finish();
  expect(await world.newest(job)).toMatchObject({ outcome: 'done', added: 2, removed: 1 });
});

it('a removal that was confirmed is confirmed no more once the job is changed', async () => {
  world.directory.people = people('b');
  const { isReached, release } = holdPage(0);
  await world.ask(job, 5);
  await world.syncs.engine.look();
  await isReached;
  await world.jobs.change(job, jobBody(USERS, { directorySettings: { ou: '/Staff', recursive: true } }));
  release();
  await world.finish();
  expect(await world.newest(job)).toMatchObject({ outcome: 'failed', removed: 0 });
});

describe('several processes', () => {
  it('run a job once', async () => {
    const other = world.startProcess();
    await world.ask(job);
    await Promise.all([world.syncs.engine.look(), other.engine.look()]);
    await Promise.all([world.finish(), world.finish(other)]);
    expect(world.directory.reads).toBe(3);
    expect(await world.newest(job)).toMatchObject({ outcome: 'done', read: 7, added: 2, removed: 1 });
  });

  it('go on where one was killed, once its lease is over; what it does late is not written', async () => {
    // Its clock stands still: it does not say any more that it works.
    const killed = world.startProcess(createFakeClock({ startMs: world.clock.now(), settle: settleTasks }));
    const { isReached, release } = holdPage(1);
    await world.ask(job);
    await killed.engine.look();
    await isReached;
    // The second page is asked for before the first is written.
    await expect.poll(() => world.newest(job)).toMatchObject({ read: 3 });
    const other = world.startProcess();
    await other.engine.look();
    expect(await world.newest(job)).toMatchObject({ endedAt: null });
    await world.clock.advance(61_000);
    world.directory.before = async () => undefined;
    world.directory.reads = 0;
    await other.engine.look();
    await world.finish(other);
    // The first page was written by the one that is gone.
    expect(world.directory.reads).toBe(2);
    const ended = await world.newest(job);
    expect(ended).toMatchObject({ outcome: 'done', read: 7, added: 2, removed: 1 });
    release();
    await killed.engine.idle();
    expect(await world.newest(job)).toEqual(ended);
    expect(await world.people()).toEqual(names(...ALL.slice(1)));
    expect(world.failures).toEqual([]);
  });

  it('tell of what a killed one had written, also where the rest of the run writes nothing', async () => {
    world.directory.people = people('g', 'h', ...ALL.slice(0, 6));
    const killed = world.startProcess(createFakeClock({ startMs: world.clock.now(), settle: settleTasks }));
    const { isReached, release } = holdPage(1);
    await world.ask(job);
    await killed.engine.look();
    await isReached;
    await expect.poll(() => world.people()).toEqual(names(...ALL));
    world.published.length = 0;
    await world.clock.advance(61_000);
    world.directory.before = async () => undefined;
    const other = world.startProcess();
    await other.engine.look();
    await world.finish(other);
    expect(await world.newest(job)).toMatchObject({ outcome: 'done', added: 2, removed: 0 });
    expect(world.published).toMatchObject([{ site: 'riverside', resource: 'users', change: 'updated' }]);
    release();
    await killed.engine.idle();
    expect(world.failures).toEqual([]);
  });

  it('hand over at once what one of them leaves when it is stopped', async () => {
    const leaving = world.startProcess();
    const { isReached, release } = holdPage(1);
    await world.ask(job);
    await leaving.engine.look();
    await isReached;
    const stopped = leaving.engine.stop();
    release();
    await stopped;
    await world.syncs.engine.look();
    await world.finish();
    expect(await world.newest(job)).toMatchObject({ outcome: 'done', read: 7, added: 2, removed: 1 });
  });
});

describe('while a job runs', () => {
  async function meanwhile(change: () => Promise<unknown>): Promise<void> {
    const { isReached, release } = holdPage(1);
    await world.ask(job);
    await world.syncs.engine.look();
    await isReached;
    await change();
    release();
    await world.finish();
    expect(world.failures).toEqual([]);
  }

  it('it may be stopped: what it has done stays, and nobody is removed', async () => {
    await meanwhile(() => world.syncs.requests.askToStop(job));
    expect(await world.newest(job)).toMatchObject({ outcome: 'stopped', removed: 0 });
    expect(await world.people()).toContain('Person a');
  });

  it('it may be changed: it begins again by its new settings', async () => {
    await meanwhile(() => world.jobs.change(job, jobBody(USERS, { siteId: 'hillcrest' })));
    expect(await world.newest(job)).toMatchObject({ outcome: 'done', read: 7, removed: 0 });
    expect(await world.people('hillcrest')).toEqual(names(...ALL.slice(1)));
    expect(await world.people()).toContain('Person a');
  });

  it('it may be deleted', async () => {
    await meanwhile(() => world.jobs.remove(job));
    expect(await world.newest(job)).toBeUndefined();
    expect(await world.people()).toContain('Person a');
  });

  it('its site may be deleted, or its directory', async () => {
    await meanwhile(() =>
      world.db.deleteFrom('sites').where('tenant', '=', 'demo').where('id', '=', 'riverside').execute(),
    );
    expect(await world.people()).toEqual([]);
    job = await world.addJob(USERS, { siteId: 'hillcrest' });
    await meanwhile(async () => {
      await world.db.deleteFrom('integrations').where('id', '=', 'google-schools').execute();
      world.directory.opened = { name: 'none' };
    });
    expect(await world.newest(job)).toMatchObject({
      outcome: 'failed',
      humanError: 'The directory was removed.',
      read: 0,
    });
    expect(await world.people('hillcrest')).toEqual([]);
  });

  it('it may be asked for again: it runs once', async () => {
    await meanwhile(async () => expect(await world.ask(job)).toBe(false));
    expect(world.directory.reads).toBe(3);
  });
});

it('a failure of the database that comes with the same page each time is told in the end', async () => {
  let tries = 0;
  world.directory.before = async (page) => {
    if (page !== 1) return undefined;
    tries += 1;
    throw new AppError('server', 'The database does not answer.', { detail: { status: 503 } });
  };
  await world.ask(job);
  for (let claim = 0; claim < 10; claim += 1) {
    expect(await world.newest(job)).not.toHaveProperty('outcome', 'failed');
    await world.syncs.engine.look();
    await world.finish();
    await world.clock.advance(61_000);
  }
  expect(tries).toBe(10);
  expect(await world.newest(job)).toMatchObject({ outcome: 'failed', humanError: NOT_KEPT });
  // Another run begins anew.
  world.directory.before = async () => undefined;
  expect(await world.run(job)).toMatchObject({ outcome: 'done' });
});

describe('every twelve hours', () => {
  it('active jobs run by themselves, and others do not', async () => {
    const idle = await world.addJob(USERS, { enabled: false });
    await world.syncs.engine.start();
    await world.clock.advance(60_000);
    await world.finish();
    expect(world.directory.reads).toBe(0);
    await world.clock.advance(12 * HOUR_MS);
    await world.finish();
    expect(world.directory.reads).toBe(3);
    expect(await world.newest(job)).toMatchObject({ cause: 'schedule', outcome: 'done' });
    expect(await world.newest(idle)).toBeUndefined();
  });

  it('a process whose clock is an hour behind does not take the run of one that is ahead', async () => {
    const runs = createSyncRuns(world.db);
    await world.ask(job);
    const now = world.clock.now();
    const ahead = await runs.claim('ahead', new Date(now + HOUR_MS), 60_000);
    expect(ahead).toBeDefined();
    expect(await runs.claim('behind', new Date(now), 60_000)).toBeUndefined();
  });

  it('a job runs again where it has run, or was held, by a clock that was ahead', async () => {
    const later = new Date(world.clock.now() + 40 * 24 * HOUR_MS);
    await world.ask(job);
    await world.db.updateTable('sync_runs').set({ holder: 'gone', lease_until: later }).execute();
    await world.syncs.engine.look();
    await world.finish();
    expect(await world.newest(job)).toMatchObject({ outcome: 'done' });
    await world.db.updateTable('sync_jobs').set({ last_ran: later }).execute();
    world.directory.reads = 0;
    world.syncs.engine.start();
    await world.clock.advance(60_000);
    await world.finish();
    expect(world.directory.reads).toBe(3);
  });
});
