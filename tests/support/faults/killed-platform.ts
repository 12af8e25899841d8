/** A platform over the embedded database that is killed with -9 in the middle of writes, again and again. */
import { roomNames, tryRoom } from '../../contracts/faults/rooms-over-rest.ts';
import { takeDataFolder } from '../classroom/seeded-data.ts';
import { type PlatformProcess, startPlatformProcess } from '../run/platform-process.ts';
import { consoleSession } from '../tutors/platform-session.ts';

const WRITERS = 4;
const TUTOR = 'maintainer@demo.example';

export type Kills = {
  /** Names of rooms that were acknowledged, by all rounds together. */
  acknowledged: readonly string[];
  /** Those of them that the platform did not have after some kill. */
  lost: readonly string[];
  /** Milliseconds that each start after a kill took. */
  startsMs: readonly number[];
};

/** `rooms`: how many are acknowledged in each round before its kill, which comes at a moment of `random` (0 to 1). */
export async function killWhileWriting(options: {
  kills: number;
  rooms: number;
  random: () => number;
}): Promise<Kills> {
  const folder = await takeDataFolder();
  const acknowledged: string[] = [];
  const lost = new Set<string>();
  const startsMs: number[] = [];
  const start = () => startPlatformProcess({ LECTERN_DATA: folder.dataDir, STUDENTS: '0' });
  let platform: PlatformProcess | undefined;
  try {
    platform = await start();
    for (let kill = 0; kill < options.kills; kill += 1) {
      await writeUntilKilled(platform, acknowledged, { round: kill, ...options });
      const startedAt = performance.now();
      platform = await start();
      startsMs.push(performance.now() - startedAt);
      const there = new Set(await roomNames(platform, await tokenOf(platform)));
      for (const name of acknowledged) if (!there.has(name)) lost.add(name);
    }
    return { acknowledged, lost: [...lost], startsMs };
  } finally {
    platform?.signal('SIGKILL');
    await platform?.ended;
    await folder.remove();
  }
}

const tokenOf = async (platform: PlatformProcess) => (await consoleSession(platform, TUTOR)).accessToken;

async function writeUntilKilled(
  platform: PlatformProcess,
  acknowledged: string[],
  { round, rooms, random }: { round: number; rooms: number; random: () => number },
): Promise<void> {
  const token = await tokenOf(platform);
  let left = rooms;
  let isKilled = false;
  const kill = () => {
    if (isKilled) return;
    isKilled = true;
    platform.signal('SIGKILL');
  };
  async function write(writer: number): Promise<void> {
    for (let n = 0; ; n += 1) {
      const name = `Round ${round} writer ${writer} room ${n}`;
      const answer = await tryRoom(platform, token, name).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status}: ${answer.message}`);
      acknowledged.push(name);
      left -= 1;
      // The other writers are in the middle of theirs.
      if (left <= 0) setTimeout(kill, random() * 10);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await platform.ended;
}
