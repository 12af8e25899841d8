/** A platform as a process of its own whose directory is as large and as slow as a test says: for tests that kill it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createAddresses } from '../../../server/http/addresses.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { testOptions } from '../classroom/seeded-data.ts';

/** `people`: how many more than the school of the stand-in has. */
export type School = { people: number; pageMs: number };
type Setup = { dataDir: string };

export type ImportingPlatform = Pick<Platform, 'origin'> & {
  /** From now on the directory is like that. */
  become(school: School): Promise<void>;
  kill(): Promise<void>;
};

/** The stand-in of Google of a platform, also of one in this process. */
export function makeSchool({ standIns }: Platform, { people, pageMs }: School): void {
  const { google } = standIns;
  if (!google) throw new Error('there is no stand-in of Google');
  google.calm();
  google.school.crowd.people = people;
  google.provoke({ name: 'slow', ms: pageMs }, { path: '/users', times: Number.POSITIVE_INFINITY });
}

export async function startImportingPlatform(dataDir: string): Promise<ImportingPlatform> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), {
    execArgv: ['--import', 'tsx', '--import', './scripts/leave-with-parent.mjs'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  async function tell(message: Setup | School): Promise<number> {
    const answer = Promise.race([
      once(child, 'message').then(([port]) => port as number),
      ended.then(() => Promise.reject(new Error('the platform has ended'))),
    ]);
    child.send(message);
    return answer;
  }
  const port = await tell({ dataDir });
  const { origin } = createAddresses(testOptions({ dataDir }), port);
  return {
    origin,
    async become(school) {
      await tell(school);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  let platform: Platform | undefined;
  process.on('message', async (message: Setup | School) => {
    if ('dataDir' in message)
      platform = await createPlatform(testOptions({ dataDir: message.dataDir, students: 0 }));
    else if (platform) makeSchool(platform, message);
    process.send?.(platform?.port);
  });
}
