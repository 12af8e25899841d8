import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import type { DeviceStore } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';

type Devices = Pick<DeviceStore, 'ids' | 'subscribeIds' | 'get' | 'subscribe'>;

/** Calls back when the worker first reports thumbnails of the wrong quality. Returns the stop function. */
export function onLowQuality(devices: Devices, call: () => void): () => void {
  const low = new Set<string>();
  const stops = new Map<string, () => void>();
  const check = (clientId: string) => {
    const isLow = devices.get(clientId)?.lowQuality === true;
    if (isLow === low.has(clientId)) return;
    if (!isLow) low.delete(clientId);
    else {
      low.add(clientId);
      call();
    }
  };
  const idsChanged = () => {
    const ids = new Set(devices.ids());
    for (const [id, stop] of stops) {
      if (ids.has(id)) continue;
      stop();
      stops.delete(id);
      low.delete(id);
    }
    for (const id of ids) {
      if (stops.has(id)) continue;
      stops.set(
        id,
        devices.subscribe(id, () => check(id)),
      );
      check(id);
    }
  };
  const stopIds = devices.subscribeIds(idsChanged);
  idsChanged();
  return () => {
    stopIds();
    for (const stop of stops.values()) stop();
  };
}

/** True for five seconds after such a report: meanwhile the screen requests the lowest quality. */
export function useQualityDrop(watch: GroupWatch): boolean {
  const [isDropped, setDropped] = useState(false);
  useEffect(() => onLowQuality(watch.devices, () => setDropped(true)), [watch]);
  useEffect(() => {
    if (!isDropped) return;
    const timer = setTimeout(() => setDropped(false), TIMING.qualityMismatchDropMs);
    return () => clearTimeout(timer);
  }, [isDropped]);
  return isDropped;
}
