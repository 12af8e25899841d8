/** A class of simulated students in one process, for the command line, tests and benchmarks. */

import { macAddressOf } from '#domain/devices/mac-address.ts';
import { createSemaphore } from '#domain/semaphore.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { siteAddress } from '#protocol/site-address.ts';
import { createMqttTransport } from '../mqtt/mqtt-transport.ts';
import type { ClassFile } from './class-file.ts';
import { createLayerCache } from './desktop/layer-cache.ts';
import { createClassFolders } from './files/class-folders.ts';
import { queueEvents } from './queue-events.ts';
import { createSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import { wander } from './wanderer.ts';

/** Enough for the backgrounds of about 400 small pictures or 35 large ones. */
const LAYER_BYTES = 128 * 1024 * 1024;
/** Parallel requests of the whole class, so that a starting school does not overload the auth service. */
const CONCURRENCY = 8;

export type ClassCounters = {
  online: number;
  framesDrawn: number;
  uploadedBytes: number;
  dropped: Record<string, number>;
};
export type SimulatedClass = {
  /** The staying devices first, then those that come and go. */
  devices: readonly SimulatedDevice[];
  counters(): ClassCounters;
  /** Switches on the machine with this address, as a magic packet does. Returns false if there is none. */
  wake(macAddress: string): boolean;
  /** Resolves when all staying devices have been online at the same time. */
  ready: Promise<void>;
  /** Disconnects every device cleanly. */
  stop(): Promise<void>;
};

export function createSimulatedClass(options: {
  /** For example `http://127.0.0.1:8080`. */
  platform: string;
  class: ClassFile;
  /** The number of staying devices, from the start of the list. */
  students: number;
  /** The number of devices that come and go. */
  wanderers?: number;
  /**
   * `recorded`: each desktop draws four pictures per display, size and quality and sends them in rotation.
   * For benchmarks; effects on a device then appear in its records, not in its pictures. Default: `drawn`.
   */
  pictures?: 'drawn' | 'recorded';
  seed?: number;
  /** The folder for students' received files. By default a temporary one, which is removed with the class. */
  filesFolder?: string;
  clock?: Clock;
  random?: () => number;
}): SimulatedClass {
  const { platform, class: file, students, wanderers = 3, seed = 1, clock = systemClock } = options;
  const { random = Math.random, pictures = 'drawn' } = options;
  const origin = new URL(platform).origin;
  const socketOrigin = origin.replace(/^http/, 'ws');
  const folders = createClassFolders(options.filesFolder);
  const shared = {
    origin,
    tenant: file.tenant,
    peerServer: siteAddress(`${socketOrigin}/peerjs/`, file.siteId),
    secret: file.secret,
    seed: String(seed),
    clock,
    random,
    pictures,
    folders,
    layers: createLayerCache({ maxBytes: LAYER_BYTES }),
    semaphore: createSemaphore(CONCURRENCY),
    // The connection uses the broker's time, not the students'.
    open: queueEvents(createMqttTransport(siteAddress(`${socketOrigin}/mqtt/`, file.siteId), systemClock)),
  };
  const { promise: ready, resolve: becomeReady } = withResolvers();
  const onSession = () => {
    if (staying.every((device) => device.online())) becomeReady();
  };
  const create = (device: ClassFile['devices'][number]) =>
    createSimulatedDevice({
      ...shared,
      device,
      // Agents keep their ids when the class restarts.
      installationId: `simulated-${seed}-${file.devices.indexOf(device)}`,
      onSession,
    });
  const staying: readonly SimulatedDevice[] = file.devices
    .filter(({ traits }) => !traits.comesAndGoes)
    .slice(0, students)
    .map(create);
  const wandering = file.devices
    .filter(({ traits }) => traits.comesAndGoes)
    .slice(0, wanderers)
    .map(create);
  const devices = [...staying, ...wandering];

  for (const device of staying) device.start();
  if (staying.length === 0) becomeReady();
  const rests = wandering.map((device) =>
    wander({
      clock,
      seed: `${seed}/${device.hostname}`,
      come: () => device.start(),
      go: () => void device.stop(),
    }),
  );

  return {
    devices,
    ready,
    counters() {
      const dropped: Record<string, number> = {};
      for (const { counters } of devices)
        for (const [reason, count] of Object.entries(counters.dropped))
          dropped[reason] = (dropped[reason] ?? 0) + count;
      return {
        online: devices.filter((device) => device.online()).length,
        framesDrawn: devices.reduce(
          (sum, { counters }) => sum + (counters.published.thumbnail?.messages ?? 0),
          0,
        ),
        uploadedBytes: devices.reduce((sum, device) => sum + device.uploadedBytes(), 0),
        dropped,
      };
    },
    wake(macAddress) {
      const wanted = macAddressOf(macAddress);
      const woken = devices.filter(
        (device) => device.macAddress && macAddressOf(device.macAddress) === wanted,
      );
      for (const device of woken) device.start();
      return woken.length > 0;
    },
    async stop() {
      for (const rest of rests) rest();
      await Promise.all(devices.map((device) => device.stop()));
      await folders.remove();
    },
  };
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
