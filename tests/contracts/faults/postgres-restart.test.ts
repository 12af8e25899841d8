/** PostgreSQL ends in the middle of writes and comes back: what was acknowledged is there, and nobody has to help. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../support/tutors/platform-session.ts';
import { startTwoProcesses, type TwoProcesses } from '../processes/two-processes.ts';
import { type RoomAnswer, roomNames, tryRoom } from './rooms-over-rest.ts';

const LONG_MS = 90_000;
const STUDENTS = 2;
const WRITERS = 6;

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwoProcesses();
}, LONG_MS);
afterAll(() => two?.close(), LONG_MS);

it(
  'calls meanwhile are told to come again, what was acknowledged is there, and the platform recovers by itself',
  async () => {
    const [first, second] = two.platforms;
    await two.studentsAt(second.port, STUDENTS);
    const { client: tutor, token } = await two.tutorAt(first, 'maintainer@demo.example');
    let isOver = false;
    const acknowledged: string[] = [];
    const refused: RoomAnswer[] = [];
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !isOver; n += 1) {
        const name = `Room ${writer} ${n}`;
        const answer = await tryRoom(n % 2 ? first : second, token, name);
        if (answer.status < 300) acknowledged.push(name);
        else refused.push(answer);
      }
    });
    const more = async (count: number) => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before, { timeout: 30_000 }).toBeGreaterThan(count);
    };
    await more(20);
    await two.postgres.kill();
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBeGreaterThan(20);
    const unready = await ask(`${first.origin('demo')}/readyz`);
    expect([unready.status, JSON.parse(unready.body).parts]).toEqual([
      503,
      { database: 'no-answer', broker: 'ok' },
    ]);
    await two.postgres.start();
    await more(20);
    isOver = true;
    await Promise.all(writers);

    const kinds = new Set(refused.map((answer) => JSON.stringify(answer)));
    expect([...kinds].map((kind) => JSON.parse(kind))).toEqual([
      { status: 503, retryAfter: '2', message: 'The platform’s database does not answer at this moment.' },
    ]);
    const there = new Set(await roomNames(first, token));
    expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
    // Live pictures and actions need no database.
    expect(tutor.connected).toBe(true);
    expect(two.platforms.map(({ broker }) => broker.counters().connections.device).toSorted()).toEqual([
      0,
      STUDENTS,
    ]);
    for (const platform of two.platforms)
      await expect.poll(async () => (await ask(`${platform.origin('demo')}/readyz`)).status).toBe(200);
  },
  LONG_MS,
);
