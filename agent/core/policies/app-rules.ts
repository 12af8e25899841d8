/** Which windows of programs a policy keeps closed. */
import type { Application } from '#protocol/feedback.ts';
import type { AccessMode, AppRule } from './held-policy.ts';
import { matchesWildcard } from './wildcard.ts';

/** The rule that closes it, in words; `*` where only other programs are allowed. */
export function closingAppRule(
  application: Application,
  { accessMode, rules }: { accessMode: AccessMode; rules: readonly AppRule[] },
): string | undefined {
  const matched = rules.find((rule) => matchesApp(application, rule));
  if (accessMode === 'BlackList') return matched && nameOf(matched);
  return matched === undefined ? '*' : undefined;
}

function matchesApp(application: Application, rule: AppRule): boolean {
  const { processName = '', processPath = '', title } = application;
  if (typeof rule === 'string') return isMatch(processName, rule) || isMatch(title, rule);
  const wanted = [
    [processName, rule.processName],
    [processPath, rule.processPath],
    [title, rule.title],
  ].filter(([, pattern]) => pattern !== undefined);
  return wanted.length > 0 && wanted.every(([text = '', pattern = '']) => isMatch(text, pattern));
}

const isMatch = (text: string, pattern: string) => pattern !== '' && matchesWildcard(text, pattern);

const nameOf = (rule: AppRule): string =>
  typeof rule === 'string' ? rule : (rule.processName ?? rule.processPath ?? rule.title ?? '');
