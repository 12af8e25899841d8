/** Files that only the student page loads have their own folder, so that the console need not cache them. */
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const STUDENT_FOLDER = 'assets/student';

/**
 * The folder of a file that was built from these sources. The console imports nothing of an agent, so a file
 * that contains a source of an agent belongs to the student page alone.
 */
export function buildFolderOf(sources: readonly string[]): string {
  const tops = sources.map((source) => relative(ROOT, resolve(ROOT, source)).split(sep)[0] ?? '');
  return tops.some((top) => top === 'agent' || top === 'student') ? STUDENT_FOLDER : 'assets';
}
