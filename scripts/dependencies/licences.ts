/** Which licences what ships with the project may have. */

/** Permissive ones, which go into a work under the Apache License 2.0. Copyleft of any strength is a decision. */
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
  // Fonts may be bundled; only selling them alone and reusing their names is kept back.
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Decided one by one. The MPL binds the files that it covers: they ship as they are, and a notice says where their
 * source is.
 */
export const DECIDED: Readonly<Record<string, string>> = { 'node_modules/@novnc/novnc': 'MPL-2.0' };

/** An SPDX expression that leaves a way to comply with allowed licences alone. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim();
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((part) => ALLOWED.has(part.trim())));
}
