/** Collects what must not happen in a page: console errors, uncaught exceptions, failed requests, parts not shown. */
import type { BrowserContext, Page, Request } from '@playwright/test';

/** How the console logs what a boundary has caught (`src/ui/boundary/open-root.tsx`). */
const NOT_SHOWN = 'part not shown';

export type PageErrors = {
  /** What was collected and is not allowed, in order. */
  found(): readonly string[];
  /**
   * Errors that match are part of the test. Also for what has been collected already. A part that the console could not show
   * is allowed only by a pattern that begins with `^part not shown`.
   */
  allow(...patterns: RegExp[]): void;
  /** Another context, from now on. */
  watch(context: BrowserContext): void;
};

/** Watches every page of the context, those that it opens later too. One line per error. */
export function collectPageErrors(context: BrowserContext): PageErrors {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  const add = (line: string) => lines.push(line);

  function watchPage(page: Page) {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const { url } = message.location();
      const text = `${message.text()}${url ? ` (${withoutFragment(url)})` : ''}`;
      add(text.startsWith(NOT_SHOWN) ? text : `console: ${text}`);
    });
    page.on('pageerror', (error) => add(`exception: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) => {
      if (!isOwnAbort(request))
        add(`request failed: ${requestLine(request)} ${request.failure()?.errorText ?? ''}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) add(`response ${response.status()}: ${requestLine(response.request())}`);
    });
    page.on('crash', () => add('the page crashed'));
  }

  function watch(watched: BrowserContext) {
    watched.pages().forEach(watchPage);
    watched.on('page', watchPage);
  }

  watch(context);
  return {
    watch,
    found: () =>
      lines.filter((line) => {
        const isPart = line.startsWith(NOT_SHOWN);
        return !allowed.some(
          (pattern) => isPart === pattern.source.startsWith(`^${NOT_SHOWN}`) && pattern.test(line),
        );
      }),
    allow: (...patterns) => void allowed.push(...patterns),
  };
}

const requestLine = (request: Request) => `${request.method()} ${withoutFragment(request.url())}`;
const withoutFragment = (url: string) => url.split('#')[0] ?? url;

/** A navigation away ends what was under way; nobody asked for that answer any more. */
const isOwnAbort = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED';
