/** Sends what policies report to the platform. */
import type { DeviceEvent } from '#protocol/device-event.ts';
import { deviceEvents } from '#protocol/topics.ts';
import type { TransportPublish } from '../connection/transport.ts';
import { countPublished, type DeviceCounters } from '../counters.ts';
import type { DeviceIdentity } from '../identity.ts';

/** A report that the broker has not acknowledged is repeated for so long. */
const REPORT_MS = 600_000;

export function createEventReports(deps: {
  identity: () => DeviceIdentity | undefined;
  /** Sends now or after a reconnect, within the time. */
  send: (message: TransportPublish, ttlMs: number) => void;
  counters: DeviceCounters;
}): (event: DeviceEvent) => void {
  return (event) => {
    const self = deps.identity();
    if (self === undefined) return;
    const payload = JSON.stringify(event);
    countPublished(deps.counters, 'event', payload.length);
    deps.send({ topic: deviceEvents(self, self.clientId), payload, qos: 1 }, REPORT_MS);
  };
}
