import type { Pen } from '../../../node/paint/pen/pen.ts';
import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import type { DesktopActivity } from '../activity.ts';

export type ActivityOf<App extends DesktopActivity['app']> = Extract<DesktopActivity, { app: App }>;

/** A student's progress. */
export type Moment = {
  /** The time spent on the activity. */
  seconds: number;
  /** A constant of the student, 0 to below 1: where they start, how they write, which answers they choose. */
  habit: number;
  student: string;
};

/**
 * Paints one kind of activity. The base is cached as a picture and painted again only when its stage changes.
 * `live` is painted over it in every frame and must be cheap.
 */
export type AppPainter<App extends DesktopActivity['app']> = {
  stage(activity: ActivityOf<App>, moment: Moment): number;
  base(pen: Pen, r: Rect, activity: ActivityOf<App>, moment: Moment): void;
  live(pen: Pen, r: Rect, activity: ActivityOf<App>, moment: Moment): void;
};

/** Like `items[i % length]`, for lists that are never empty. */
export function around<T>(items: readonly T[], i: number): T {
  const item = items[((i % items.length) + items.length) % items.length];
  if (item === undefined) throw new RangeError('The list is empty');
  return item;
}
