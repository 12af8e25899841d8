/** The students' activities in a lesson. Most follow the subject, some are distracted. */
import type { Random } from '../seeded-random.ts';
import type { DesktopActivity } from './activity.ts';

const MATHS: readonly DesktopActivity[] = [
  { app: 'graph', name: 'parabola' },
  { app: 'quiz', name: 'fractions' },
  { app: 'document', name: 'fractions' },
  { app: 'slides', name: 'pythagoras' },
  { app: 'sheet', name: 'dice' },
  { app: 'graph', name: 'wave' },
  { app: 'article', name: 'spirals' },
  { app: 'quiz', name: 'shapes' },
  { app: 'drawing', name: 'tessellation' },
  { app: 'code', name: 'primes' },
  { app: 'video', name: 'primes' },
  { app: 'document', name: 'survey' },
  { app: 'sheet', name: 'survey' },
  { app: 'slides', name: 'circles' },
  { app: 'code', name: 'turtle' },
  { app: 'graph', name: 'lines' },
];
const OTHERS: readonly DesktopActivity[] = [
  { app: 'article', name: 'volcano' },
  { app: 'video', name: 'reefDive' },
  { app: 'drawing', name: 'rocket' },
  { app: 'article', name: 'water' },
  { app: 'slides', name: 'planets' },
  { app: 'video', name: 'light' },
  { app: 'document', name: 'eruption' },
  { app: 'article', name: 'romans' },
  { app: 'sheet', name: 'beans' },
  { app: 'quiz', name: 'earth' },
  { app: 'document', name: 'story' },
  { app: 'code', name: 'game' },
  { app: 'article', name: 'reef' },
  { app: 'slides', name: 'rome' },
  { app: 'video', name: 'orbit' },
  { app: 'document', name: 'labReport' },
  { app: 'article', name: 'space' },
  { app: 'drawing', name: 'house' },
  { app: 'video', name: 'robots' },
];

/** Returns `count` different activities in the order in which the student opens them. */
export function planLesson(random: Random, count: number): readonly DesktopActivity[] {
  const left = [new Set(MATHS), new Set(OTHERS)] as const;
  return Array.from({ length: count }, () => {
    const pool = random.chance(0.62) ? left[0] : left[1];
    const activity = random.pick([...pool]);
    pool.delete(activity);
    return activity;
  });
}
