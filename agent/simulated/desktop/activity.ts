/** A student's activity: a page or a program, its progress, and its name in lists. */
import type { AppKind } from './app-icon.ts';
import { ARTICLES, type ArticleName } from './material/articles.ts';
import { CODE_FILES, type CodeFileName } from './material/code-files.ts';
import { DOCUMENTS, type DocumentName } from './material/documents.ts';
import { DRAWINGS, type DrawingName } from './material/drawings.ts';
import { GRAPHS, type GraphName } from './material/graphs.ts';
import { QUIZZES, type QuizName } from './material/quizzes.ts';
import { SHEETS, type SheetName } from './material/sheets.ts';
import { SLIDE_DECKS, type SlideDeckName } from './material/slide-decks.ts';
import { VIDEOS, type VideoName } from './material/videos.ts';

export type DesktopActivity =
  | { app: 'article'; name: ArticleName }
  | { app: 'document'; name: DocumentName }
  | { app: 'slides'; name: SlideDeckName }
  | { app: 'video'; name: VideoName }
  | { app: 'sheet'; name: SheetName }
  | { app: 'drawing'; name: DrawingName }
  | { app: 'code'; name: CodeFileName }
  | { app: 'quiz'; name: QuizName }
  | { app: 'graph'; name: GraphName }
  /** A page that a tutor opened. */
  | { app: 'page'; url: string }
  /** A program that a tutor started. */
  | { app: 'files'; command: string };

export type ActivityLabel = {
  kind: AppKind;
  /** The title of the page or document. */
  title: string;
  url: string;
  /** The program that shows it outside a browser. */
  program: string;
  processName: string;
};

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const hosted = (kind: AppKind, name: string, program: string, processName: string): ActivityLabel => ({
  kind,
  title: `${name} – ${program}`,
  url: `https://${program.toLowerCase()}.example/open/${slug(name)}`,
  program,
  processName,
});

export function labelOf(activity: DesktopActivity): ActivityLabel {
  const browser = { program: 'Browser', processName: 'browser.exe' };
  switch (activity.app) {
    case 'article': {
      const { headline, site, url } = ARTICLES[activity.name];
      return { kind: 'article', title: `${headline} | ${site}`, url, ...browser };
    }
    case 'video': {
      const { title, url } = VIDEOS[activity.name];
      return { kind: 'video', title, url, ...browser };
    }
    case 'quiz': {
      const { name, url } = QUIZZES[activity.name];
      return { kind: 'quiz', title: `${name} – Quizwise`, url, ...browser };
    }
    case 'graph': {
      const { name } = GRAPHS[activity.name];
      return {
        kind: 'graph',
        title: `${name} – Plotter`,
        url: `https://plotter.example/g/${slug(name)}`,
        ...browser,
      };
    }
    case 'document':
      return hosted('document', DOCUMENTS[activity.name].name, 'Writer', 'writer.exe');
    case 'slides':
      return hosted('slides', SLIDE_DECKS[activity.name].name, 'Slides', 'slides.exe');
    case 'sheet':
      return hosted('sheet', SHEETS[activity.name].name, 'Tables', 'tables.exe');
    case 'drawing':
      return hosted('drawing', DRAWINGS[activity.name].name, 'Sketch', 'sketch.exe');
    case 'code': {
      const { name, project } = CODE_FILES[activity.name];
      return hosted('code', `${name} – ${project}`, 'Codebench', 'codebench.exe');
    }
    case 'page': {
      const host = URL.canParse(activity.url)
        ? new URL(activity.url).hostname.replace(/^www\./, '')
        : activity.url;
      return { kind: 'page', title: host, url: activity.url, ...browser };
    }
    case 'files': {
      const name = activity.command.split(/[\\/]/).at(-1) || activity.command;
      return { kind: 'files', title: name, url: '', program: name, processName: name };
    }
  }
}

/** Pages are always in the browser. On Windows everything else has its own program. */
export const isPage = ({ app }: DesktopActivity): boolean =>
  app === 'article' || app === 'video' || app === 'quiz' || app === 'graph' || app === 'page';
