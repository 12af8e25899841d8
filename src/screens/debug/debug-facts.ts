/** Texts and order of the debug view, derived from the worker's records. */

import { TIMING } from '#domain/timing.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { DebugRecord, SentDemand } from '#protocol/debug-report.ts';
import { m } from './messages.ts';

export const isOnline = (client: Pick<DebugRecord, 'isOffline' | 'isOfflineByLastWill'>): boolean =>
  !client.isOffline && !client.isOfflineByLastWill;

export type Statistics = { seen: number; online: number; withInfo: number };

export const statisticsOf = (clients: readonly DebugRecord[]): Statistics => ({
  seen: clients.length,
  online: clients.filter(isOnline).length,
  withInfo: clients.filter(({ hasInfo }) => hasInfo).length,
});

export type FlagKey = keyof (typeof m)['flagTips'];

/** In the order of the card. */
export function flagsOf(client: DebugRecord, nowMs: EpochMs): readonly { key: FlagKey; isSet: boolean }[] {
  const silentMs = nowMs - client.lastUpdated;
  return [
    { key: 'info', isSet: client.hasInfo },
    { key: 'online', isSet: isOnline(client) },
    { key: 'visible', isSet: client.wouldAppearOnline },
    { key: 'heard15', isSet: silentMs <= TIMING.offlineAfterMs },
    { key: 'heard30', isSet: silentMs <= TIMING.droppedAfterMs },
  ];
}

/** The requested feed, its rate, and how often the demand was sent. */
export function demandText({ demand, times }: SentDemand): string {
  const { quality, width, height } = demand['demand-parameters'];
  const isPicture = [quality, width, height].every((value) => typeof value === 'number');
  const often =
    demand.TTL === 0
      ? m.demandCancelled
      : demand.frequency === 0
        ? m.demandOnChange
        : m.demandEvery({ seconds: demand.frequency / 1_000 });
  const parts = [demand['demand-type'], often];
  if (isPicture)
    parts.push(m.demandPicture({ quality: Number(quality), width: Number(width), height: Number(height) }));
  if (times > 1) parts.push(m.demandTimes({ times }));
  return parts.join(' · ');
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
const nameOf = ({ hostname, clientId }: DebugRecord) => hostname || clientId;

/** Online clients first, then by name. */
export const sortedClients = (clients: readonly DebugRecord[]): readonly DebugRecord[] =>
  clients.toSorted((a, b) => Number(isOnline(b)) - Number(isOnline(a)) || byName(nameOf(a), nameOf(b)));
