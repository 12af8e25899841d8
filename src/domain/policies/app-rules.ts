/** Decides which windows of programs a policy blocks. */
import { hasVisibleText } from '../visible-text.ts';
import { matchesWildcard } from '../wildcard.ts';
import { type AccessMode, type Verdict, verdictOf } from './verdict.ts';

/** The name of a program or window, or fields that must all match. */
export type AppRule =
  | string
  | { processName?: string | undefined; processPath?: string | undefined; title?: string | undefined };

/** A window, and its program if that is known. */
export type JudgedApp = { title: string; processName?: string | undefined; processPath?: string | undefined };

export function judgeApp(
  app: JudgedApp,
  { accessMode, rules }: { accessMode: AccessMode; rules: readonly AppRule[] },
): Verdict {
  const matched = rules.find((rule) => matchesApp(app, rule));
  return verdictOf(accessMode, matched && nameOf(matched));
}

function matchesApp(app: JudgedApp, rule: AppRule): boolean {
  const { processName = '', processPath = '', title } = app;
  if (typeof rule === 'string') return isMatch(processName, rule) || isMatch(title, rule);
  const fields = [
    [processName, rule.processName],
    [processPath, rule.processPath],
    [title, rule.title],
  ].filter(([, pattern]) => pattern !== undefined);
  return fields.length > 0 && fields.every(([text = '', pattern = '']) => isMatch(text, pattern));
}

/** No program can match the rule: a field is empty, a path is one of a folder, or a name is a path. */
export function isAppRuleVain(rule: AppRule): boolean {
  if (typeof rule === 'string') return !hasVisibleText(rule) || isPath(rule) || /^".*"$/.test(rule);
  const fields = [rule.processName, rule.processPath, rule.title].filter((field) => field !== undefined);
  return (
    fields.length === 0 ||
    fields.some((field) => !hasVisibleText(field)) ||
    isPath(rule.processName ?? '') ||
    hasVariable(rule.processPath ?? '') ||
    /[\\/]$/.test(rule.processPath ?? '')
  );
}

/** The path of a file, such as `C:\Games\play.exe` or `/usr/bin/play`. */
const isPath = (text: string) => /^(?:[a-z]:\\|\\\\|\/(?:[^/\s]+\/))/i.test(text) || hasVariable(text);

/** `%ProgramFiles%\play.exe`: devices report paths without variables. */
const hasVariable = (text: string) => /^%[^%\s]+%[\\/]/.test(text);

const isMatch = (text: string, pattern: string) => pattern !== '' && matchesWildcard(text, pattern);

const nameOf = (rule: AppRule): string =>
  typeof rule === 'string' ? rule : (rule.processName ?? rule.processPath ?? rule.title ?? '');
