/**
 * The demands that tutors have on this device: one entry per tutor, source, place where it was asked, response topic and
 * type. Patches live on the entry, so that they end with it.
 */

import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { DemandPatch, ThumbnailParameters } from '#protocol/demand.ts';

export const SERVED_DEMANDS = ['info', 'tabs', 'applications', 'statuses', 'thumbnails'] as const;
export type ServedDemand = (typeof SERVED_DEMANDS)[number];

/** A bound against a console gone mad; a school's worth of tutors stays far below it. */
const MAX_DEMANDS = 1_000;

/** The one who asks: a browser profile of a tutor, or with no source the tutor as a whole. */
export type Asker = { tutorId: string; source: string | undefined };
/** The one who has gone. `since`: epoch ms of the connection that was lost; what came over a later one goes on. */
export type Gone = Asker & { since?: number | undefined };
export type DemandKey = Asker & {
  /** The group that was asked, or `own` when this person or client was. */
  place: { groupId: string } | 'own';
  responseTopic: string;
  type: ServedDemand;
};
export type AskedDemand = {
  /** 0 = on change. */
  frequencyMs: number;
  /** 0 cancels. */
  ttlMs: number;
  /** With type `thumbnails` only. */
  thumbnails?: ThumbnailParameters;
  tutorName?: string;
  /** Epoch ms of the connection of the tutor that it came over. */
  since?: number;
};
export type HeldDemand = DemandKey & {
  frequencyMs: number;
  thumbnails: ThumbnailParameters | undefined;
  tutorName?: string | undefined;
  since?: number | undefined;
  expiresAt: EpochMs;
  patch: DemandPatch;
};

/** What happened to the demands of one response topic and type. */
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
     * Changes what one asker sees of this device: of one group's demands, or of those to this person or client,
     * by where the patch was sent. A screen of the group and one of the device alone do not disturb each other.
     * Answers how many demands it touched.
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
     * A tutor's last will: of one source, or of the whole tutor. False: it came late, the
     * source asks again over a later connection.
     */
    endTutor({ tutorId, source, since = Number.POSITIVE_INFINITY }: Gone): boolean {
      const isTheirs = (demand: HeldDemand) =>
        demand.tutorId === tutorId && (source === undefined || demand.source === source);
      end((demand) => isTheirs(demand) && (source === undefined || (demand.since ?? 0) <= since));
      return ![...held.values()].some(isTheirs);
    },
    /** The device is no longer in the group: its topics are closed to it. */
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
