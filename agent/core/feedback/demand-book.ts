/**
 * The demands that tutors have on this device: one entry per tutor, source, place, response topic and type.
 * Patches are stored on the entry, so that they end with it.
 */

import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { DemandPatch, ThumbnailParameters } from '#protocol/demand.ts';

export const SERVED_DEMANDS = ['info', 'tabs', 'applications', 'statuses', 'thumbnails'] as const;
export type ServedDemand = (typeof SERVED_DEMANDS)[number];

/** Limits a faulty console. A school's tutors stay far below this number. */
const MAX_DEMANDS = 1_000;

/** The sender of a demand: one browser profile of a tutor, or the tutor as a whole if there is no source. */
export type Asker = { tutorId: string; source: string | undefined };
/** The sender that has left. `since` is the start of the lost connection; later demands continue. */
export type Gone = Asker & { since?: EpochMs | undefined };
export type DemandKey = Asker & {
  /** The group that the demand was sent to, or `own` if it was sent to this person or client. */
  place: { groupId: string } | 'own';
  responseTopic: string;
  type: ServedDemand;
};
export type AskedDemand = {
  /** 0 = on change. */
  frequencyMs: number;
  /** 0 cancels the demand. */
  ttlMs: number;
  /** Only with the type `thumbnails`. */
  thumbnails?: ThumbnailParameters;
  tutorName?: string;
  /** The start of the tutor's connection that the demand came over. */
  since?: EpochMs;
};
export type HeldDemand = DemandKey & {
  frequencyMs: number;
  thumbnails: ThumbnailParameters | undefined;
  tutorName?: string | undefined;
  since?: EpochMs | undefined;
  expiresAt: EpochMs;
  patch: DemandPatch;
};

/** A change of the demands of one response topic and type. */
export type DemandChange = {
  responseTopic: string;
  type: ServedDemand;
  change: 'added' | 'renewed' | 'patched' | 'ended';
};

export type DemandBook = ReturnType<typeof createDemandBook>;

export function createDemandBook(deps: { clock: Clock; onChange: (change: DemandChange) => void }) {
  const held = new Map<string, HeldDemand>();
  let cancelExpiry: (() => void) | undefined;

  const end = (matches: (demand: HeldDemand) => boolean) => {
    const ended = [...held].filter(([, demand]) => matches(demand));
    for (const [key] of ended) held.delete(key);
    if (ended.length > 0) watchExpiry();
    for (const [, { responseTopic, type }] of ended) deps.onChange({ responseTopic, type, change: 'ended' });
  };

  const watchExpiry = () => {
    cancelExpiry?.();
    cancelExpiry = undefined;
    if (held.size === 0) return;
    const next = Math.min(...[...held.values()].map((demand) => demand.expiresAt));
    cancelExpiry = deps.clock.after(Math.max(0, next - deps.clock.now()), () => {
      const now = deps.clock.now();
      end((demand) => demand.expiresAt <= now);
      watchExpiry();
    });
  };

  return {
    /** False when the book is full. */
    put(key: DemandKey, demand: AskedDemand): boolean {
      const name = keyName(key);
      if (demand.ttlMs === 0) {
        end((other) => keyName(other) === name);
        return true;
      }
      const before = held.get(name);
      if (before === undefined && held.size >= MAX_DEMANDS) return false;
      held.set(name, {
        ...key,
        frequencyMs: demand.frequencyMs,
        thumbnails: demand.thumbnails,
        tutorName: demand.tutorName,
        since: demand.since,
        expiresAt: deps.clock.now() + demand.ttlMs,
        patch: before?.patch ?? {},
      });
      watchExpiry();
      deps.onChange({ ...key, change: before ? 'renewed' : 'added' });
      return true;
    },

    /**
     * Changes how one asker sees this device. The place selects the demands of one group, or those to this
     * person or client. So a group's screen and a device's screen do not affect each other. Returns the
     * number of changed demands.
     */
    patch({ tutorId, source }: Asker, place: DemandKey['place'], patch: DemandPatch): number {
      const touched = [...held].filter(
        ([, demand]) =>
          demand.tutorId === tutorId &&
          demand.source === source &&
          demand.type === 'thumbnails' &&
          placeName(demand.place) === placeName(place),
      );
      for (const [key, demand] of touched) held.set(key, { ...demand, patch: { ...demand.patch, ...patch } });
      for (const [, { responseTopic, type }] of touched)
        deps.onChange({ responseTopic, type, change: 'patched' });
      return touched.length;
    },

    /**
     * Handles a tutor's last will, for one source or the whole tutor. Returns false if demands of theirs
     * remain, because the last will came late and the source has demanded again over a later connection.
     */
    endTutor({ tutorId, source, since = Number.POSITIVE_INFINITY }: Gone): boolean {
      const isTheirs = (demand: HeldDemand) =>
        demand.tutorId === tutorId && (source === undefined || demand.source === source);
      end((demand) => isTheirs(demand) && (source === undefined || (demand.since ?? 0) <= since));
      return ![...held.values()].some(isTheirs);
    },
    /** Ends a group's demands, because the device has left the group and may not publish there. */
    endResponseTopic: (responseTopic: string) => end((demand) => demand.responseTopic === responseTopic),

    of: (responseTopic: string, type: ServedDemand): HeldDemand[] =>
      [...held.values()].filter((demand) => demand.responseTopic === responseTopic && demand.type === type),
    all: (): readonly HeldDemand[] => [...held.values()],

    stop() {
      cancelExpiry?.();
      cancelExpiry = undefined;
      held.clear();
    },
  };
}

const placeName = (place: DemandKey['place']) => (place === 'own' ? '' : place.groupId);
const keyName = (key: DemandKey) =>
  JSON.stringify([key.tutorId, key.source, placeName(key.place), key.responseTopic, key.type]);
