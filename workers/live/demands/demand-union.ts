/** Unites the requests of all screens for one place: highest quality, shortest interval, largest size. */
import { TIMING } from '#domain/timing.ts';
import type { Demand, DemandType, ThumbnailParameters } from '#protocol/demand.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Pace } from '../line/line-pace.ts';

export function uniteDemands(requests: Iterable<WatchRequest>): Map<DemandType, Demand> {
  const united = new Map<DemandType, Demand>();
  for (const request of requests) {
    // Always included, because a device that reports only changes is otherwise silent.
    united.set('statuses', demand('statuses', TIMING.statusesMs));
    for (const feed of request.feeds) {
      if (feed !== 'thumbnails') {
        if (feed !== 'statuses') united.set(feed, demand(feed, 0));
        continue;
      }
      const { quality, width, height, intervalMs } = thumbnailsOf(request);
      const other = united.get('thumbnails');
      const parameters = other?.['demand-parameters'] as ThumbnailParameters | undefined;
      united.set(
        'thumbnails',
        demand('thumbnails', Math.min(intervalMs, other?.frequency ?? Number.POSITIVE_INFINITY), {
          quality: Math.max(quality, parameters?.quality ?? 0),
          width: Math.max(width, parameters?.width ?? 0),
          height: Math.max(height, parameters?.height ?? 0),
        }),
      );
    }
  }
  return united;
}

/** The thumbnail parameters of a watch, or the defaults. */
export const thumbnailsOf = ({ of, thumbnails }: WatchRequest) =>
  thumbnails ?? ('groupId' in of ? GROUP_THUMBNAILS : CLIENT_THUMBNAILS);

const GROUP_THUMBNAILS = { quality: 10, intervalMs: TIMING.groupThumbnailMs, width: 320, height: 180 };
/** Larger, because one device fills a page. */
const CLIENT_THUMBNAILS = { quality: 100, intervalMs: TIMING.groupThumbnailMs, width: 1_280, height: 720 };

const demand = (type: DemandType, frequency: number, parameters: Record<string, unknown> = {}): Demand => ({
  'demand-type': type,
  'demand-parameters': parameters,
  frequency,
  TTL: TIMING.demandTtlMs,
});

/** JPEG below this quality is illegible. */
const MIN_QUALITY = 10;
const MIN_SIDE = 64;

/** Reduces a demand for pictures to the pace of a slow line; returns other demands unchanged. */
export function atPace(asked: Demand, { interval, side, quality }: Pace): Demand {
  if (asked['demand-type'] !== 'thumbnails') return asked;
  const parameters = asked['demand-parameters'] as ThumbnailParameters;
  const reduced = (value: number, factor: number, minimum: number) =>
    Math.min(value, Math.max(minimum, Math.round(value * factor)));
  return {
    ...asked,
    frequency: Math.round(asked.frequency * interval),
    'demand-parameters': {
      quality: reduced(parameters.quality, quality, MIN_QUALITY),
      width: reduced(parameters.width, side, MIN_SIDE),
      height: reduced(parameters.height, side, MIN_SIDE),
    },
  };
}
