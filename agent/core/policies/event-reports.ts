/** Sends the reports of policies to the platform. */
import type { DeviceEvent } from '#protocol/device-event.ts';
import { deviceEvents } from '#protocol/topics.ts';
import type { TransportPublish } from '../connection/transport.ts';
import { countPublished, type DeviceCounters } from '../counters.ts';
import type { DeviceIdentity } from '../identity.ts';

/** A report that the broker has not acknowledged is sent again for this long. */
const TTL_MS = 600_000;
/** Maximum number of reports that wait for the enrolment. The platform accepts as many at once. */
const MAX_WAITING = 60;
/** Only this many of the newest waiting reports keep their picture. The platform accepts as many at once. */
const MAX_PICTURES = 6;

export type EventReports = {
  /** Sends a report, or holds it until the device is enrolled, because policies are active from the start. */
  report(event: DeviceEvent): void;
  /** Sends the waiting reports, because the device is enrolled now. */
  enrolled(): void;
};

function withoutOldPicture(event: DeviceEvent, at: number, all: readonly DeviceEvent[]): DeviceEvent {
  const { picture, ...words } = event;
  const newer = all.slice(at + 1).filter((each) => each.picture !== undefined).length;
  return picture === undefined || newer < MAX_PICTURES ? event : words;
}

export function createEventReports(deps: {
  identity: () => DeviceIdentity | undefined;
  /** Sends now or after a reconnect, unless `ttlMs` has passed. */
  send: (message: TransportPublish, ttlMs: number) => void;
  counters: DeviceCounters;
}): EventReports {
  let waiting: readonly DeviceEvent[] = [];

  function report(event: DeviceEvent): void {
    const self = deps.identity();
    if (self === undefined) {
      waiting = [...waiting, event].slice(-MAX_WAITING).map(withoutOldPicture);
      return;
    }
    const payload = JSON.stringify(event);
    countPublished(deps.counters, 'event', payload.length);
    deps.send({ topic: deviceEvents(self, self.clientId), payload, qos: 1 }, TTL_MS);
  }

  return {
    report,
    enrolled() {
      const events = waiting;
      waiting = [];
      for (const event of events) report(event);
    },
  };
}
