/** A name that a tutor's file can be saved under: no folder, nothing that file systems forbid. */
import { safeFileName } from '#domain/file-name.ts';

const LONGEST = 200;
const LONGEST_EXTENSION = 16;

export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const [, extension = ''] = /(\.[\p{L}\p{N}]+)$/u.exec(last) ?? [];
  const known = extension.length <= LONGEST_EXTENSION && extension.length < last.length ? extension : '';
  const stem = known ? last.slice(0, -known.length) : last;
  // The rule wants an extension; a name without one keeps none.
  const whole = safeFileName(stem, {
    extension: (known || '.x') as `.${string}`,
    maxLength: LONGEST,
    fallback: 'file',
  });
  return known ? whole : whole.slice(0, -2);
}
