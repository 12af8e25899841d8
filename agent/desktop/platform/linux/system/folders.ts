/** The folders of the person that tutors can name. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

const FOLDERS: Readonly<Record<string, { xdg: string; usual: string }>> = {
  '%documents%': { xdg: 'DOCUMENTS', usual: 'Documents' },
  '%downloads%': { xdg: 'DOWNLOAD', usual: 'Downloads' },
  '%desktop%': { xdg: 'DESKTOP', usual: 'Desktop' },
};

/** Undefined: tutors see only the three folders that they can name. */
export async function folderOf(name: string): Promise<string | undefined> {
  const folder = FOLDERS[name.trim().toLowerCase()];
  if (folder === undefined) return undefined;
  const path = (await runProgram('xdg-user-dir', [folder.xdg]))?.trim();
  // The program answers with the home folder if the person has no such folder.
  return path && path !== homedir() ? path : join(homedir(), folder.usual);
}
