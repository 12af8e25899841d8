/**
 * Converts rules about programs to lines of text and back. A line is a name, of the program or of its window.
 * `process:`, `path:` or `title:` before a part restricts it to that field, and all parts of a line must
 * match.
 */
import type { AppRule } from '#domain/policies/app-rules.ts';

const FIELDS = { process: 'processName', path: 'processPath', title: 'title' } as const;
const FIELD = /(?:^|\s)(process|path|title):/gi;

export function appRuleLine(rule: AppRule): string {
  if (typeof rule === 'string') return rule;
  return Object.entries(FIELDS)
    .flatMap(([word, field]) => (rule[field] === undefined ? [] : [`${word}:${rule[field]}`]))
    .join(' ');
}

export function parseAppRule(line: string): AppRule {
  const text = line.trim();
  const starts = [...text.matchAll(FIELD)];
  if (starts[0]?.index !== 0) return text;
  const rule: Exclude<AppRule, string> = {};
  for (const [at, start] of starts.entries()) {
    const field = FIELDS[(start[1] ?? '').toLowerCase() as keyof typeof FIELDS];
    rule[field] = text.slice(start.index + start[0].length, starts[at + 1]?.index).trim();
  }
  return rule;
}
