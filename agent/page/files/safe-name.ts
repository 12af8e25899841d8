/** A name that a tutor's file can be saved under: no folder, nothing that file systems forbid. */
import { nameParts, safeFileName } from '#domain/files/file-name.ts';

const LONGEST = 200;

export function safeName(name: string): string {
  const { stem, extension } = nameParts(name.split(/[\\/]/).at(-1) ?? '');
  return safeFileName(stem, { extension, maxLength: LONGEST, fallback: 'file' });
}
