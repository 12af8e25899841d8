/** What this tutor did with a client that no report of it brings: its poll and its wake. Outlives its record. */

import type { Clock } from '#protocol/clock.ts';
import type { Info } from '#protocol/feedback.ts';
import type { ClientPoll, LiveClient } from '#protocol/threads/live-worker.ts';

/** A wake is shown for at most 30 minutes. */
const WAKE_MS = 1_800_000;

export type ClientNotes = ReturnType<typeof createClientNotes>;

export function createClientNotes({ clock }: { clock: Clock }) {
  const polls = new Map<string, ClientPoll>();
  /** When a device was woken (epoch ms), by the directory's id of the device, oldest first. */
  const wakes = new Map<string, number>();

  return {
    setPoll(clientId: string, poll: ClientPoll | undefined) {
      if (poll) polls.set(clientId, poll);
      else polls.delete(clientId);
    },
    setWake(deviceIds: readonly string[], at: number) {
      for (const deviceId of deviceIds) {
        wakes.delete(deviceId);
        wakes.set(deviceId, at);
      }
      for (const [deviceId, sentAt] of wakes) if (clock.now() - sentAt > WAKE_MS) wakes.delete(deviceId);
    },
    of(clientId: string, info: Info | undefined): Pick<Partial<LiveClient>, 'poll' | 'wolStatus'> {
      const deviceId = info?.deviceId ?? info?.device.id;
      const wokenAt = deviceId === undefined ? undefined : wakes.get(deviceId);
      const isRecent = wokenAt !== undefined && clock.now() - wokenAt <= WAKE_MS;
      return { poll: polls.get(clientId), wolStatus: isRecent ? wokenAt : undefined };
    },
    clear() {
      polls.clear();
      wakes.clear();
    },
  };
}
