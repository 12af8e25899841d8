/** Where built files go: what only the student page loads is kept apart, so that the console need not keep it too. */
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const STUDENT_FOLDER = 'assets/student';

/**
 * The folder for a file that was made of these sources. Nothing of the console imports an agent, so that whatever holds
 * a source of one is the student page's alone.
 */
export function buildFolderOf(sources: readonly string[]): string {
  const tops = sources.map((source) => relative(ROOT, resolve(ROOT, source)).split(sep)[0] ?? '');
  return tops.some((top) => top === 'agent' || top === 'student') ? STUDENT_FOLDER : 'assets';
}
