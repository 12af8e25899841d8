/** Collects what must not happen in a page: console errors, uncaught exceptions and failed requests. */
import type { BrowserContext, Page, Request } from '@playwright/test';

export type PageErrors = {
  /** What was collected and is not allowed, in order. */
  found(): readonly string[];
  /** Errors that match are part of the test. Also for what has been collected already. */
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
      add(`console: ${message.text()}${url ? ` (${withoutFragment(url)})` : ''}`);
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
    found: () => lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    allow: (...patterns) => void allowed.push(...patterns),
  };
}

const requestLine = (request: Request) => `${request.method()} ${withoutFragment(request.url())}`;
const withoutFragment = (url: string) => url.split('#')[0] ?? url;

/** A navigation away ends what was under way; nobody asked for that answer any more. */
const isOwnAbort = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED';
