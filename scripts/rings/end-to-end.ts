/** Runs projects of `playwright.config.ts` against a fresh build and counts their tests. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureChromium } from '../../tests/support/browser/chromium.ts';
import { buildConsole } from '../console-build.ts';
import { runTool } from '../run-tool.ts';
import { countPlaywright, type Tally } from './test-tally.ts';

export const RESULTS = '.cache/results';

const PROJECTS = { usual: ['chromium'], rare: ['rare', 'faults'], long: ['long', 'dedicated'] };

export async function endToEnd(kind: keyof typeof PROJECTS): Promise<Tally> {
  await ensureChromium(console.log);
  const built = await buildConsole(process.cwd());
  if (built.name === 'failed') throw new Error(`The console could not be built:\n${built.output}`);
  await mkdir(RESULTS, { recursive: true });
  const output = join(RESULTS, `end-to-end-${kind}.json`);
  await rm(output, { force: true });
  const args = ['test', ...PROJECTS[kind].map((name) => `--project=${name}`), '--reporter=list,json'];
  const code = await runTool('@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: output });
  return countPlaywright(await readFile(output, 'utf8').catch(() => ''), code);
}
