/** Combines the demands of one response topic into the highest rate and quality that any of them asks for. */

import { TIMING } from '#domain/timing.ts';
import type { ThumbnailParameters } from '#protocol/demand.ts';
import type { Display } from '#protocol/feedback.ts';
import type { HeldDemand } from './demand-book.ts';

/** Faster records cannot be read, and one careless demand must not flood a school. */
const MIN_RECORD_INTERVAL_MS = 500;
const MIN_THUMBNAIL_INTERVAL_MS = 200;
/** How often a picture that is demanded "on change" is compared with the last one. */
const CHECK_INTERVAL_MS = 1_000;

export type RecordPlan = {
  onChange: boolean;
  /** Undefined: send only on change. */
  intervalMs: number | undefined;
};

export function planRecords(
  demands: readonly HeldDemand[],
  type: HeldDemand['type'],
): RecordPlan | undefined {
  if (demands.length === 0) return undefined;
  const rates = demands.flatMap(({ frequencyMs }) => (frequencyMs > 0 ? [frequencyMs] : []));
  // Statuses are sent on change and also every 10 s, so that a console that missed a change receives it soon.
  if (type === 'statuses') rates.push(TIMING.statusesMs);
  return {
    onChange: type === 'statuses' || demands.some(({ frequencyMs }) => frequencyMs === 0),
    intervalMs: rates.length === 0 ? undefined : Math.max(MIN_RECORD_INTERVAL_MS, Math.min(...rates)),
  };
}

export type ThumbnailPlan = ThumbnailParameters & {
  /** Sends only pictures that differ from the last one. */
  onChange: boolean;
  intervalMs: number;
  displays: readonly Display[];
};

/** Returns undefined if there is no demand, or every demanding tutor has the device out of view. */
export function planThumbnails(options: {
  demands: readonly HeldDemand[];
  clientId: string;
  displays: readonly Display[];
  /** The display that a tutor chose by `setThumbnailDisplay`. */
  chosenBy: (tutorId: string) => string | undefined;
}): ThumbnailPlan | undefined {
  const { clientId, displays, chosenBy } = options;
  const looking = options.demands.filter(({ patch }) => patch.suspend !== true && patch.visible !== false);
  const asked = looking.flatMap(({ thumbnails, patch }) =>
    thumbnails ? [{ ...thumbnails, quality: patch.quality ?? thumbnails.quality }] : [],
  );
  const primary = displays.find(({ primary }) => primary) ?? displays[0];
  if (asked.length === 0 || primary === undefined) return undefined;

  const chosen = new Set(
    looking.flatMap(({ patch, tutorId }) =>
      patch.displays?.length
        ? patch.displays
        : [patch.clientDisplayMap?.[clientId] ?? chosenBy(tutorId) ?? primary.id],
    ),
  );
  const known = displays.filter(({ id }) => chosen.has(id));
  // The primary display replaces an unplugged one.
  const lost = [...chosen].some((id) => !displays.some((display) => display.id === id));
  const rates = looking.flatMap(({ frequencyMs }) => (frequencyMs > 0 ? [frequencyMs] : []));
  const fastest = Math.min(
    ...rates,
    looking.length > rates.length ? CHECK_INTERVAL_MS : Number.POSITIVE_INFINITY,
  );
  return {
    quality: Math.max(...asked.map(({ quality }) => quality)),
    width: Math.max(...asked.map(({ width }) => width)),
    height: Math.max(...asked.map(({ height }) => height)),
    onChange: rates.length === 0,
    intervalMs: Math.max(MIN_THUMBNAIL_INTERVAL_MS, fastest),
    displays: lost && !known.includes(primary) ? [...known, primary] : known,
  };
}
