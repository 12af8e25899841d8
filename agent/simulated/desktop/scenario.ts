/**
 * The lesson of one student as a function of time: the same seed and time always give the same scene. Changes
 * by tutors (close, open, focus) are stored beside it.
 */
import type { EpochMs } from '#protocol/clock.ts';
import { seededRandom } from '../seeded-random.ts';
import { type ActivityLabel, type DesktopActivity, isPage, labelOf } from './activity.ts';
import { planLesson } from './lessons.ts';

const BLOCKS = 5;
const DISPLAY_MS = 60_000;
const MAX_OPENED = 20;

export type OpenItem = {
  id: string;
  activity: DesktopActivity;
  label: ActivityLabel;
  /** True for a browser tab, false for a separate window. */
  inBrowser: boolean;
  openedAt: EpochMs;
};
export type Scene = {
  items: readonly OpenItem[];
  /** The front window; undefined for an empty desktop. */
  active: OpenItem | undefined;
  /** The window behind it, or on the second display. */
  companion: OpenItem | undefined;
  maximised: boolean;
  /** Changes whenever a field above changes. */
  version: string;
  /** The start of the current block of the lesson. */
  blockFrom: EpochMs;
  blockUntil: EpochMs;
};

export function createScenario(options: { seed: string; allInBrowser: boolean }) {
  const { seed, allInBrowser } = options;
  const character = seededRandom(seed, 'character');
  const blockMs = Math.round(character.between(70_000, 150_000));
  const phaseMs = Math.round(character.between(0, blockMs * BLOCKS));
  const closed = new Set<string>();
  const opened: OpenItem[] = [];
  let focus: { id: string; from: EpochMs } | undefined;
  let edits = 0;
  let lesson: { index: number; items: readonly OpenItem[] } | undefined;

  const item = (id: string, activity: DesktopActivity, openedAt: number): OpenItem => ({
    id,
    activity,
    label: labelOf(activity),
    inBrowser: allInBrowser ? activity.app !== 'files' : isPage(activity),
    openedAt,
  });

  const lessonAt = (index: number, from: number): readonly OpenItem[] => {
    if (lesson?.index === index) return lesson.items;
    const items = planLesson(seededRandom(seed, 'lesson', index), BLOCKS + 1).map((activity, i) =>
      item(`${index % 100_000}-${i}`, activity, from + Math.max(0, i - 1) * blockMs),
    );
    lesson = { index, items };
    return items;
  };

  return {
    /** The student's constant, 0 to below 1, which determines their habits. */
    habit: character.next(),

    at(now: number): Scene {
      const total = now + phaseMs;
      const index = Math.floor(total / (blockMs * BLOCKS));
      const lessonFrom = index * blockMs * BLOCKS - phaseMs;
      const block = Math.floor((now - lessonFrom) / blockMs);
      const planned = lessonAt(index, lessonFrom).slice(0, block + 2);
      const choice = seededRandom(seed, 'block', index, block);
      const wanted = choice.chance(0.75) ? planned.at(-1) : choice.pick(planned);
      const maximised = choice.chance(0.6);

      const items = [...planned, ...opened].filter(({ id }) => !closed.has(id));
      const held =
        focus && now - focus.from < DISPLAY_MS ? items.find(({ id }) => id === focus?.id) : undefined;
      const active = held ?? items.find(({ id }) => id === wanted?.id) ?? items.at(-1);
      const others = items.filter(({ id }) => id !== active?.id);
      return {
        items,
        active,
        companion: others.findLast(({ inBrowser }) => !inBrowser) ?? others.at(-1),
        maximised,
        version: `${index}.${block}.${edits}.${active?.id}`,
        blockFrom: lessonFrom + block * blockMs,
        blockUntil: lessonFrom + (block + 1) * blockMs,
      };
    },

    /** Returns the time of the next change without a tutor's action. */
    nextChange(now: number): number {
      const { blockUntil } = this.at(now);
      const heldUntil = focus ? focus.from + DISPLAY_MS : Number.POSITIVE_INFINITY;
      return heldUntil > now ? Math.min(blockUntil, heldUntil) : blockUntil;
    },

    close(id: string) {
      closed.add(id);
      edits++;
    },
    open(activity: DesktopActivity, now: number) {
      const fresh = item(`opened-${++edits}`, activity, now);
      opened.push(fresh);
      if (opened.length > MAX_OPENED) opened.shift();
      focus = { id: fresh.id, from: now };
    },
    focus(id: string, now: number) {
      focus = { id, from: now };
      edits++;
    },
  };
}
