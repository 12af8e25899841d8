/** A platform whose one tenant has nothing in it, as `npm start -- --empty` begins it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { classDeviceSchema } from '../../../agent/simulated/class-file.ts';
import { deployedClass } from '../../../agent/simulated/deployed-class.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { machineOf } from '../../../server/platform/demo-class.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { planStudents, RIVERSIDE } from '../../../server/store/seed/school.ts';
import { testOptions } from './seeded-data.ts';

export type EmptySchool = {
  platform: Platform;
  consoleUrl: string;
  loginUrl: string;
  dataDir: string;
  /** What the terminal prints for the first administrator. */
  setUpCode: string;
  /** Puts what the console shows for devices of a site on two machines, a Windows and a Chromebook one: they come in. */
  deploy(deployment: string): Promise<void>;
  close(): Promise<void>;
};

export async function startEmptySchool(): Promise<EmptySchool> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-school-'));
  const platform = await createPlatform(
    testOptions({ dataDir, students: 0, empty: { key: 'hill', name: 'Hill School' } }),
  );
  const [waiting] = platform.setUpCodes;
  if (waiting === undefined) throw new Error('the tenant has no administrator yet');
  const classes: SimulatedClass[] = [];
  return {
    platform,
    consoleUrl: platform.origin('hill'),
    loginUrl: platform.origin('login'),
    dataDir,
    setUpCode: waiting.code,
    async deploy(deployment) {
      // The stand-ins of directories know these students.
      const devices = planStudents(RIVERSIDE, 2).map((student) =>
        v.parse(classDeviceSchema, machineOf(student, { isKnown: true })),
      );
      const machines = createSimulatedClass({
        platform: `http://127.0.0.1:${platform.port}`,
        class: deployedClass({ tenant: '', siteId: '', secret: '', pageKey: '', devices }, deployment),
        students: devices.length,
        wanderers: 0,
      });
      classes.push(machines);
      await machines.ready;
    },
    async close() {
      for (const machines of classes) await machines.stop();
      await platform.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
