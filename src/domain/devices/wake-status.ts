/** Status of a device that may be starting up. */

/** A wake is displayed for no longer than this after it was sent. */
const DISPLAY_MS = 30 * 60_000;

export type WakeStatus =
  | { name: 'online' }
  | { name: 'waking'; minutes: number }
  | { name: 'offline' }
  /** The directory has shut the device out, so it cannot connect. */
  | { name: 'shut-out' };

/** Epoch ms of the last wake that the platform sent to the device. Undefined: there was none. */
export function wokenAtOf({ wolStatus }: { wolStatus?: string | null | undefined }): number | undefined {
  const at = Date.parse(wolStatus ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Whether the directory has shut the device out, so that it cannot connect. */
export const isShutOut = ({ shutOutAt }: { shutOutAt?: string | null | undefined }): boolean =>
  typeof shutOutAt === 'string';

/** `wokenAt`, `now`: epoch ms; `wokenAt` undefined: no wake was sent. The result is in whole minutes. */
export function wakeStatus(device: {
  isOnline: boolean;
  isComputer: boolean;
  isShutOut?: boolean | undefined;
  wokenAt: number | undefined;
  now: number;
}): WakeStatus {
  const { isOnline, isComputer, wokenAt, now } = device;
  if (isOnline) return { name: 'online' };
  if (device.isShutOut) return { name: 'shut-out' };
  if (!isComputer || wokenAt === undefined || now - wokenAt > DISPLAY_MS) return { name: 'offline' };
  return { name: 'waking', minutes: Math.max(0, Math.floor((now - wokenAt) / 60_000)) };
}

/** 'Wake action sent', with the minutes from the first minute on. */
export const wakeStatusText = ({ minutes }: { minutes: number }): string =>
  minutes === 0 ? 'Wake action sent' : `Wake action sent ${minutes} min ago`;
