import type { DesktopActivity } from '../activity.ts';
import type { Pen } from '../pen/pen.ts';
import type { Rect } from '../pen/pen-shapes.ts';

export type ActivityOf<App extends DesktopActivity['app']> = Extract<DesktopActivity, { app: App }>;

/** How far a student is. */
export type Moment = {
  /** Time spent on the activity. */
  seconds: number;
  /** 0 to below 1, the student's own: where they started, how they write, which answers they take. */
  habit: number;
  student: string;
};

/**
 * Paints one kind of activity. The base is what stays for a while: it is kept as a picture and painted again
 * only when its stage changes; `live` comes on top in every frame and must be cheap.
 */
export type AppPainter<App extends DesktopActivity['app']> = {
  stage(activity: ActivityOf<App>, moment: Moment): number;
  base(pen: Pen, r: Rect, activity: ActivityOf<App>, moment: Moment): void;
  live(pen: Pen, r: Rect, activity: ActivityOf<App>, moment: Moment): void;
};

/** Like `items[i % length]`, for lists that are known not to be empty. */
export function around<T>(items: readonly T[], i: number): T {
  const item = items[((i % items.length) + items.length) % items.length];
  if (item === undefined) throw new RangeError('The list is empty');
  return item;
}
