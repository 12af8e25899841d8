/** The licences that shipped packages may have. */

/** Permissive licences, compatible with the Apache License 2.0. Any copyleft licence needs a decision. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts may be bundled. The licence only forbids selling them alone and reusing their names.
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Packages that were decided individually. The MPL applies to the files that it covers: they ship unmodified,
 * and a notice says where their source is.
 */
export const DECIDED: Readonly<Record<string, string>> = { 'node_modules/@novnc/novnc': 'MPL-2.0' };

/** Whether an SPDX expression can be satisfied with allowed licences only. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim();
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((part) => ALLOWED.has(part.trim())));
}
