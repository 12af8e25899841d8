/** The process of `class.ts`: simulated devices, of which the bench asks how they are. */
import type { ClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass } from '../../../agent/simulated/simulated-class.ts';

export type ClassSetup = { platform: string; classFile: ClassFile; devices: number };
export type ClassState = {
  online: number;
  /** Published so far. */
  pictures: number;
  /** How often each action was done, by its id: one entry for each device that did it. */
  done: Readonly<Record<string, readonly number[]>>;
};

const { platform, classFile, devices } = await new Promise<ClassSetup>((resolve) =>
  process.once('message', (message) => resolve(message as ClassSetup)),
);
const simulated = createSimulatedClass({
  platform,
  class: classFile,
  students: devices,
  wanderers: 0,
  pictures: 'recorded',
});

function timesDone(): ClassState['done'] {
  const done: Record<string, number[]> = {};
  for (const device of simulated.devices) {
    const ofDevice = new Map<string, number>();
    for (const { id, ok } of device.actionsDone()) if (ok) ofDevice.set(id, (ofDevice.get(id) ?? 0) + 1);
    for (const [id, times] of ofDevice) {
      done[id] ??= [];
      done[id].push(times);
    }
  }
  return done;
}

function state(): ClassState {
  const { online, framesDrawn } = simulated.counters();
  return { online, pictures: framesDrawn, done: timesDone() };
}

await simulated.ready;
process.on('message', () => process.send?.(state()));
process.on('SIGTERM', () => void simulated.stop().finally(() => process.exit()));
process.send?.(state());
