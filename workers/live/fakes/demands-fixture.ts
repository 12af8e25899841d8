/** Watch requests, and the demands of a worker without a broker. */
import type { Demand } from '#protocol/demand.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Target } from '#protocol/topics.ts';
import type { Outcome } from '../broker/mqtt-transport.ts';
import { createDemands } from '../demands/demands.ts';
import { placeOf, type Watched } from '../watches/place.ts';

export const pictures = (quality: number, intervalMs: number, width = 160): WatchRequest => ({
  of: { groupId: 'g1' },
  feeds: ['thumbnails'],
  thumbnails: { quality, intervalMs, width, height: width / 2 },
});
export const info: WatchRequest = { of: { groupId: 'g1' }, feeds: ['info'] };
export const device = { clientId: 'c1', userId: 'u1', authType: 'user' } as const;
/** A request that watches only this device. */
export const single: WatchRequest = { of: { client: device }, feeds: ['info', 'thumbnails'] };

export function setUpDemands() {
  const clock = createFakeClock();
  const sent: { target: Target; demand: Demand; of: Watched }[] = [];
  const fresh: boolean[] = [];
  let outcome: Outcome = 'sent';
  const demands = createDemands({
    clock,
    publish: async (target, demand, of) => {
      sent.push({ target, demand, of });
      return outcome;
    },
    onThumbnailsDemand: (_, isFresh) => fresh.push(isFresh),
  });
  const take = () =>
    sent.splice(0).map(({ target, demand }) => {
      const { quality, width } = demand['demand-parameters'];
      return {
        to: target.to,
        type: demand['demand-type'],
        frequency: demand.frequency,
        TTL: demand.TTL,
        ...(quality !== undefined && { quality, width }),
      };
    });
  const setOutcome = (next: Outcome) => {
    outcome = next;
  };
  /** The topic of each demand, and its response topic. */
  const takeRoutes = () =>
    sent.splice(0).map(({ target, demand, of }) => ({
      target,
      type: demand['demand-type'],
      TTL: demand.TTL,
      feedback: placeOf(of),
    }));
  return { clock, demands, take, takeRoutes, setOutcome, fresh };
}
