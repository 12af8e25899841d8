import type { Pen } from '../../../node/paint/pen/pen.ts';
import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import type { DesktopActivity } from '../activity.ts';
import type { ActivityOf, AppPainter, Moment } from './app-painter.ts';
import { articlePainter } from './article-painter.ts';
import { codePainter } from './code-painter.ts';
import { documentPainter } from './document-painter.ts';
import { drawingPainter } from './drawing-painter.ts';
import { graphPainter } from './graph-painter.ts';
import { filesPainter, pagePainter } from './opened-painter.ts';
import { quizPainter } from './quiz-painter.ts';
import { sheetPainter } from './sheet-painter.ts';
import { slidesPainter } from './slides-painter.ts';
import { videoPainter } from './video-painter.ts';

const painters: { [App in DesktopActivity['app']]: AppPainter<App> } = {
  article: articlePainter,
  code: codePainter,
  document: documentPainter,
  drawing: drawingPainter,
  files: filesPainter,
  graph: graphPainter,
  page: pagePainter,
  quiz: quizPainter,
  sheet: sheetPainter,
  slides: slidesPainter,
  video: videoPainter,
};

function painterOf<App extends DesktopActivity['app']>(activity: ActivityOf<App>): AppPainter<App> {
  return painters[activity.app as App];
}

export const stageOf = (activity: DesktopActivity, moment: Moment) =>
  painterOf(activity).stage(activity, moment);

export function paintBase(pen: Pen, r: Rect, activity: DesktopActivity, moment: Moment): void {
  pen.within(r, 0, () => painterOf(activity).base(pen, r, activity, moment));
}

export function paintLive(pen: Pen, r: Rect, activity: DesktopActivity, moment: Moment): void {
  painterOf(activity).live(pen, r, activity, moment);
}
