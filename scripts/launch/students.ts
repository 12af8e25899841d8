import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { PlatformOptions } from '../../server/base/platform-options.ts';
import { programFile } from '../programs-build.ts';
import { type ChildProgram, startProgram } from './child-program.ts';
import { keepProgram } from './kept-program.ts';

const failedSchema = v.object({ type: v.literal('failed'), message: v.string() });

const demoSiteSchema = v.object({ siteId: v.string(), pageKey: v.string() });

/** The file to which the platform writes the data that devices of the demo need. */
const classFile = (dataDir: string) => join(resolve(dataDir), 'demo-class.json');

/** The id and key with which a student page opens the demo's site. Undefined if there is no demo. */
export async function readDemoSite(
  dataDir: string,
): Promise<v.InferOutput<typeof demoSiteSchema> | undefined> {
  try {
    return v.parse(demoSiteSchema, JSON.parse(await readFile(classFile(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Starts the simulated students in a child process. They connect as devices that know only the platform's
 * port. If the process ends, it is restarted and the lesson continues.
 */
export function startStudents(
  root: string,
  { dataDir, students }: Pick<PlatformOptions, 'dataDir' | 'students'>,
  port: number,
): ChildProgram {
  return keepProgram({
    start: () =>
      startProgram({
        root,
        entry: programFile('students'),
        args: [
          ...['--platform', `http://127.0.0.1:${port}`],
          ...['--class', classFile(dataDir)],
          ...['--students', String(students)],
        ],
        readyLine: /^\{"type":"ready"/,
        onLine: printFailure,
      }),
    onRestart: (how, pauseMs) =>
      console.error(`The simulated class ended (${how}); it starts again in ${pauseMs / 1_000} s.`),
  });
}

/** The class prints JSON lines. Only failures are printed on the terminal. */
function printFailure(line: string): void {
  try {
    const report = v.safeParse(failedSchema, JSON.parse(line));
    if (report.success) console.error(`The simulated class: ${report.output.message}`);
  } catch {
    console.error(line);
  }
}
