/** Takes the picture of a report if its policy asks for one: small, and at least ten seconds apart. */

import type { Clock } from '#protocol/clock.ts';
import { type DeviceEvent, MAX_EVENT_PICTURE_LENGTH } from '#protocol/device-event.ts';
import type { DeviceState } from '../device-state.ts';
import type { Screen } from '../screen.ts';

/**
 * Sends a rule's report with a picture that was begun before. Returns false if nothing is reported because
 * privacy is on.
 */
export type ReportFinding = (event: DeviceEvent, picture?: Promise<DeviceEvent['picture']>) => boolean;

export type ReportPictures = {
  /** Starts at once, to show the reported content. Resolves with undefined if there is no picture. */
  take(): Promise<DeviceEvent['picture']>;
  /** Returns the milliseconds until the next picture may be taken. */
  freeInMs(): number;
};

const THROTTLE_MS = 10_000;
const WIDTH = 960;
const HEIGHT = 600;
/** The second quality is used if the first makes the picture too large. */
const QUALITIES = [60, 25] as const;

export function createReportPictures(deps: {
  clock: Clock;
  screen: Screen;
  state: () => Readonly<DeviceState>;
}): ReportPictures {
  const { clock, screen } = deps;
  const isPrivate = () => screen.privacy() || deps.state().policies.privacy;
  let takenAt = Number.NEGATIVE_INFINITY;

  /** If the clock was set back, the last picture lies in the future and does not delay the next one. */
  const freeInMs = () => {
    const sinceMs = clock.now() - takenAt;
    return sinceMs < 0 ? 0 : Math.max(0, THROTTLE_MS - sinceMs);
  };

  async function drawn(displayId: string): Promise<DeviceEvent['picture']> {
    for (const quality of QUALITIES) {
      if (isPrivate()) return undefined;
      const size = { width: WIDTH, height: HEIGHT };
      const picture = await screen.draw({ displayId, quality, ...size, format: 'jpeg', single: true });
      if (picture?.contentType !== 'image/jpeg') return undefined;
      const data = base64(picture.bytes);
      if (data.length <= MAX_EVENT_PICTURE_LENGTH) return { contentType: 'image/jpeg', data };
    }
    return undefined;
  }

  return {
    async take() {
      const displays = screen.displays();
      const display = displays.find(({ primary }) => primary) ?? displays[0];
      if (display === undefined || isPrivate() || freeInMs() > 0) return undefined;
      const before = takenAt;
      const mine = clock.now();
      takenAt = mine;
      // A report without its picture is better than none.
      const picture = await drawn(display.id).catch(() => undefined);
      // A failed picture does not delay the next one.
      if (picture === undefined && takenAt === mine) takenAt = before;
      return picture;
    },
    freeInMs,
  };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Implemented here, because some runtimes of the device have no `btoa`. */
function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const digit = (shift: number) => DIGITS.charAt((bits >> shift) & 63);
    parts.push(
      digit(18),
      digit(12),
      second === undefined ? '=' : digit(6),
      third === undefined ? '=' : digit(0),
    );
  }
  return parts.join('');
}
