/** A running classroom in this process: the platform on a free port, and a class of simulated students. */
import { join } from 'node:path';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import type { PlatformOptions } from '../../../server/base/platform-options.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import type { TcpProxy } from '../faults/tcp-proxy.ts';
import { takeDataFolder, testOptions } from './seeded-data.ts';

export type RunningClassroom = {
  platform: Platform;
  /** Undefined with no students. */
  simulatedClass: SimulatedClass | undefined;
  /** Origins without a closing slash. */
  consoleUrl: string;
  loginUrl: string;
  dataDir: string;
  /** Stops the platform and starts it again on the same port and data; the students come back by themselves. */
  stopPlatform(): Promise<void>;
  restartPlatform(changes?: Partial<PlatformOptions>): Promise<void>;
  close(): Promise<void>;
};

export type ClassroomRequest = {
  /** How many students stay online; 0 starts none. */
  students?: number;
  /** How many more come and go. */
  wanderers?: number;
  /** The site is filled up to so many devices and people; made once in a run of tests. */
  school?: number;
  options?: Partial<PlatformOptions>;
  /** Another built console than the one in `dist`. */
  distDir?: string;
  /** Another built extension than the one in `dist-extension`. */
  extensionDir?: string;
  /** Stands between the broker and everybody, tabs and students; it is aimed at the platform. */
  network?: TcpProxy;
};

/** Resolves when every student who stays is online. */
export async function startClassroom({
  students = 0,
  wanderers = 0,
  school,
  options = {},
  distDir = 'dist',
  extensionDir = 'dist-extension/unpacked',
  network,
}: ClassroomRequest = {}): Promise<RunningClassroom> {
  const { dataDir, remove } = await takeDataFolder(school);
  const publicMqttUrl = network && `ws://demo.localhost:${network.port}/mqtt`;
  const all = testOptions({ ...(network && { publicMqttUrl }), ...options, dataDir, students, school });
  const setup = { distDir, extensionDir };
  let platform = await createPlatform(all, setup);
  const { port } = platform;
  network?.aim(port);
  const simulatedClass =
    students + wanderers > 0
      ? createSimulatedClass({
          platform: `http://127.0.0.1:${network?.port ?? port}`,
          class: await readClassFile(join(dataDir, 'demo-class.json')),
          students,
          wanderers,
        })
      : undefined;
  await simulatedClass?.ready;
  return {
    get platform() {
      return platform;
    },
    simulatedClass,
    consoleUrl: platform.origin('demo'),
    loginUrl: platform.origin('login'),
    dataDir,
    stopPlatform: () => platform.close(),
    async restartPlatform(changes = {}) {
      await platform.close();
      platform = await createPlatform({ ...all, ...changes, port }, setup);
    },
    async close() {
      await simulatedClass?.stop();
      await platform.close();
      await remove();
    },
  };
}
