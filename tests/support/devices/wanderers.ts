/**
 * Devices that come and go all the time. Each sends its details only some seconds after it has come, as after a restart of
 * the platform. Every other one falls asleep instead of leaving: consoles mark it offline, and remove it later.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connectHandMade, type DevicePlace, type HandMadeDevice } from './hand-made-device.ts';

export type Wanderers = {
  /** How often one has come so far. */
  visits(): number;
  stop(): Promise<void>;
};

/** `everyMs`: from one visit of a device to its next. `infoAfterMs`: from its coming to its details. */
export function startWanderers(
  place: DevicePlace,
  {
    seats,
    groupId,
    everyMs = 60_000,
    infoAfterMs = 3_000,
  }: { seats: readonly number[]; groupId: string; everyMs?: number; infoAfterMs?: number },
): Wanderers {
  const end = new AbortController();
  const { signal } = end;
  // Two pauses of each device listen to it.
  setMaxListeners(0, signal);
  let visits = 0;

  async function visit(seat: number): Promise<void> {
    const device = await connectHandMade(place, seat);
    visits += 1;
    await device.say(groupId, 'statuses', {});
    await pause(infoAfterMs, undefined, { signal });
    await device.say(groupId, 'info', infoOf(device, seat));
    await pause(everyMs / 3, undefined, { signal });
    if (seat % 2 === 0) await device.leave();
    else device.die();
  }

  async function wander(seat: number, at: number): Promise<void> {
    await pause((everyMs / seats.length) * at, undefined, { signal });
    while (!signal.aborted) {
      const next = pause(everyMs, undefined, { signal });
      // A restart of the platform makes a visit fail, or wait forever for the acknowledgement of a message.
      await Promise.race([visit(seat).catch(() => {}), next]);
      await next;
    }
  }

  const walks = seats.map((seat, at) => wander(seat, at).catch(() => {}));
  return {
    visits: () => visits,
    async stop() {
      end.abort();
      await Promise.all(walks);
    },
  };
}

const infoOf = ({ userName }: HandMadeDevice, seat: number) => ({
  type: 'windowsAgent',
  version: '1',
  displays: [{ id: 'd1', primary: true }],
  device: { hostname: `RS-WANDERER-${seat}` },
  user: { id: `wanderer-${seat}`, name: userName },
});
