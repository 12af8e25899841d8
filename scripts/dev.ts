/** `npm run dev`: the platform and class of `npm start`, with Vite serving sources and reloading pages. */
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type ViteDevServer } from 'vite';
import { createLog } from '../server/base/log.ts';
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { createTerminalLines } from '../server/base/terminal-lines.ts';
import type { DevelopmentServer } from '../server/http/page.ts';
import { createPlatform, type Platform } from '../server/platform/platform.ts';
import { tenantLines } from '../server/platform/tenant-lines.ts';
import { buildOwnExtension } from './bundle/extension-build.ts';
import { failed } from './command-options.ts';
import type { ChildProgram } from './launch/child-program.ts';
import { launchWith } from './launch/launch-options.ts';
import { onStopSignals } from './launch/stop-signals.ts';
import { readDemoSite, startStudents } from './launch/students.ts';
import { welcomeTable } from './launch/welcome-table.ts';
import { buildPrograms } from './programs-build.ts';

const USAGE = 'npm run dev -- [options]   the classroom with hot reload';

export const main = (args: readonly string[]): Promise<number> => launchWith(args, USAGE, run);

async function run(options: PlatformOptions): Promise<number> {
  const stopped = new Promise<number>((resolve) => {
    onStopSignals({ first: () => resolve(0), second: () => process.exit(1) });
  });
  await Promise.all([mkdir('dist', { recursive: true }), buildPrograms(process.cwd())]);
  const terminal = createTerminalLines((line) => console.error(line));
  const vite = await createServer({ server: { middlewareMode: true } });
  let platform: Platform | undefined;
  let students: ChildProgram | undefined;
  try {
    const log = createLog(terminal.write);
    platform = await createPlatform(options, { log, development: developmentServer(vite) });
    const site = options.empty ? undefined : await readDemoSite(options.dataDir);
    if (site && options.students > 0) students = startStudents(process.cwd(), options, platform.port);
    console.log(welcomeTable(options, platform.port, { site, tenants: tenantLines(platform) }));
    buildOwnExtension(process.cwd()).catch((error: unknown) => log.error('extension', { error }));
    const how = await Promise.race([stopped, ...(students ? [students.ended.then(String)] : [])]);
    return typeof how === 'number' ? how : failed(`The simulated class ended before it was ready (${how}).`);
  } finally {
    students?.stop();
    await students?.ended;
    await vite.close();
    await platform?.close();
    terminal.stop();
  }
}

function developmentServer(vite: ViteDevServer): DevelopmentServer {
  return {
    middleware: vite.middlewares,
    page: async (path, file) => vite.transformIndexHtml(path, await readFile(file, 'utf8')),
  };
}
