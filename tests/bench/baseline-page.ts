/** Serves the pages that ours is compared with, on a loopback port of the bench's own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { BenchContext } from './meters/measurement.ts';
import { bundlePage } from './page-bundle.ts';

export type BaselinePages = {
  /** A page in a context of its own that runs the script. */
  open(script: string, viewport?: { width: number; height: number }): Promise<Page>;
  /** A page that runs the script beside what else is open in there. */
  openIn(context: BrowserContext, script: string): Promise<Page>;
};

/** `scripts`: by name, for pages and for the workers that they start as `/{name}.js`. */
export async function serveBaselines(
  context: BenchContext,
  browser: Browser,
  scripts: Readonly<Record<string, URL>>,
): Promise<BaselinePages> {
  const files = new Map<string, string>();
  for (const [name, entry] of Object.entries(scripts)) files.set(`/${name}.js`, await bundlePage(entry));
  const server = createServer(({ url = '/' }, response) => {
    const code = files.get(url);
    if (code !== undefined) response.setHeader('content-type', 'text/javascript').end(code);
    else {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><meta charset="utf-8"><body><script src="${url}.js"></script>`);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  context.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const openIn: BaselinePages['openIn'] = async (opened, script) => {
    const page = await opened.newPage();
    await page.goto(`http://127.0.0.1:${port}/${script}`);
    return page;
  };
  return {
    openIn,
    async open(script, viewport = { width: 1_280, height: 720 }) {
      return openIn(await browser.newContext({ viewport }), script);
    },
  };
}
