/** The picture that goes with a report, where its policy asks for one: small, and not more than one in ten seconds. */

import type { Clock } from '#protocol/clock.ts';
import { type DeviceEvent, MAX_EVENT_PICTURE_LENGTH } from '#protocol/device-event.ts';
import type { DeviceState } from '../device-state.ts';
import type { Screen } from '../screen.ts';

/**
 * Reports what a rule found, with a picture that was begun before. False: nothing is reported, because no tutor may look
 * now.
 */
export type ReportFinding = (event: DeviceEvent, picture?: Promise<DeviceEvent['picture']>) => boolean;

export type ReportPictures = {
  /** Begins at once, so that the picture shows what is reported. Undefined: there is none. */
  take(): Promise<DeviceEvent['picture']>;
  /** Milliseconds until one may be taken, because of the last one. */
  freeInMs(): number;
};

const APART_MS = 10_000;
const WIDTH = 960;
const HEIGHT = 600;
/** The second is for what does not fit with the first. */
const QUALITIES = [60, 25] as const;

export function createReportPictures(deps: {
  clock: Clock;
  screen: Screen;
  state: () => Readonly<DeviceState>;
}): ReportPictures {
  const { clock, screen } = deps;
  const isPrivate = () => screen.privacy() || deps.state().policies.privacy;
  let takenAt = Number.NEGATIVE_INFINITY;

  /** The last picture may be in the future where the clock was set back meanwhile: then it is no reason to wait. */
  const freeInMs = () => {
    const sinceMs = clock.now() - takenAt;
    return sinceMs < 0 ? 0 : Math.max(0, APART_MS - sinceMs);
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
      // What could not be drawn holds no other picture up.
      if (picture === undefined && takenAt === mine) takenAt = before;
      return picture;
    },
    freeInMs,
  };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Written by hand, because not every place where a device runs has `btoa`. */
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
