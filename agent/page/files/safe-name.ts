/** Returns a safe name to save a tutor's file under, without folders and forbidden characters. */
import { nameParts, safeFileName } from '#domain/files/file-name.ts';

const MAX_LENGTH = 200;

export function safeName(name: string): string {
  const { stem, extension } = nameParts(name.split(/[\\/]/).at(-1) ?? '');
  return safeFileName(stem, { extension, maxLength: MAX_LENGTH, fallback: 'file' });
}
