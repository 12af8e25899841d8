/** Unites the demands of one response topic: the highest rate and quality that any of them asks. */

import { TIMING } from '#domain/timing.ts';
import type { ThumbnailParameters } from '#protocol/demand.ts';
import type { Display } from '#protocol/feedback.ts';
import type { HeldDemand } from './demand-book.ts';

/** Nobody can read records that come faster than this, and one careless demand must not flood a school. */
const SHORTEST_RECORD_MS = 500;
const SHORTEST_THUMBNAIL_MS = 200;
/** How often a picture that is asked "on change" is compared with the last one. */
const PICTURE_CHANGE_MS = 1_000;

export type RecordPlan = {
  onChange: boolean;
  /** Undefined: only on change. */
  intervalMs: number | undefined;
};

export function planRecords(
  demands: readonly HeldDemand[],
  type: HeldDemand['type'],
): RecordPlan | undefined {
  if (demands.length === 0) return undefined;
  const rates = demands.flatMap(({ frequencyMs }) => (frequencyMs > 0 ? [frequencyMs] : []));
  // Statuses go out on change AND every 10 s whatever was asked: a console that missed a change has it soon.
  if (type === 'statuses') rates.push(TIMING.statusesMs);
  return {
    onChange: type === 'statuses' || demands.some(({ frequencyMs }) => frequencyMs === 0),
    intervalMs: rates.length === 0 ? undefined : Math.max(SHORTEST_RECORD_MS, Math.min(...rates)),
  };
}

export type ThumbnailPlan = ThumbnailParameters & {
  /** Only pictures that differ from the last one. */
  onChange: boolean;
  intervalMs: number;
  displays: readonly Display[];
};

/** Undefined when nobody demands thumbnails or every tutor who does has them out of view. */
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
  // In place of a display that was unplugged the primary one is shown.
  const lost = [...chosen].some((id) => !displays.some((display) => display.id === id));
  const rates = looking.flatMap(({ frequencyMs }) => (frequencyMs > 0 ? [frequencyMs] : []));
  const fastest = Math.min(
    ...rates,
    looking.length > rates.length ? PICTURE_CHANGE_MS : Number.POSITIVE_INFINITY,
  );
  return {
    quality: Math.max(...asked.map(({ quality }) => quality)),
    width: Math.max(...asked.map(({ width }) => width)),
    height: Math.max(...asked.map(({ height }) => height)),
    onChange: rates.length === 0,
    intervalMs: Math.max(SHORTEST_THUMBNAIL_MS, fastest),
    displays: lost && !known.includes(primary) ? [...known, primary] : known,
  };
}
