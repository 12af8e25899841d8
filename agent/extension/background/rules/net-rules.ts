/** Builds the rules of the browser's own blocker from the page lists of the active policies. */
import { parsePageLine } from '#domain/policies/page-line.ts';
import type { PageBlock, PageRules } from '../../../core/policies/page-guard.ts';
import { BLOCKED_PAGE } from '../../links.ts';
import { allowingLine, blockingLine, type NetLine } from './net-lines.ts';

/** A rule as the browser expects it (`chrome.declarativeNetRequest.Rule`). */
export type NetRule = {
  id: number;
  priority: number;
  action: { type: 'allow' } | { type: 'redirect'; redirect: { extensionPath: string } };
  condition: {
    resourceTypes: ['main_frame'];
    isUrlFilterCaseSensitive?: false;
    urlFilter?: string;
    regexFilter?: string;
    requestDomains?: string[];
    excludedRequestDomains?: string[];
  };
};

/** The browser's limits of redirects and of regular expressions. */
export const MAX_REDIRECTS = 5_000;
export const MAX_EXPRESSIONS = 1_000;

/** Rules of a higher number win. The page that the screen is locked to stays open in any case. */
const PRIORITY = { others: 1, allowed: 2, blocked: 3, lockedTo: 4 } as const;

const blockedPage = (policyId: string) => `/${BLOCKED_PAGE}?${new URLSearchParams({ policy: policyId })}`;

/**
 * Lines beyond the browser's limits and lines without a matching condition get no rule. Their pages are closed
 * after they have begun to load.
 */
export function netRules({ blocks, lockedTo }: Pick<PageRules, 'blocks' | 'lockedTo'>): readonly NetRule[] {
  const whiteLists = blocks.filter(({ accessMode }) => accessMode === 'WhiteList');
  const drafts = [
    ...blocks.filter(({ accessMode }) => accessMode === 'BlackList').flatMap(blackListRules),
    ...whiteLists.flatMap((list) => whiteListRules(list, whiteLists.length === 1)),
    ...(lockedTo === undefined ? [] : [allowed(PRIORITY.lockedTo, { urlFilter: `|${lockedTo}|` })]),
  ];
  return withinLimits(drafts).map((draft, i) => ({ id: i + 1, ...draft }));
}

type Draft = Omit<NetRule, 'id'>;
type Condition = Omit<NetRule['condition'], 'resourceTypes' | 'isUrlFilterCaseSensitive'>;

const rule = (priority: number, action: NetRule['action'], condition: Condition): Draft => ({
  priority,
  action,
  condition: {
    resourceTypes: ['main_frame'],
    ...((condition.urlFilter ?? condition.regexFilter) !== undefined && { isUrlFilterCaseSensitive: false }),
    ...condition,
  },
});
const allowed = (priority: number, condition: Condition) => rule(priority, { type: 'allow' }, condition);
const redirected = (priority: number, policyId: string, condition: Condition) =>
  rule(priority, { type: 'redirect', redirect: { extensionPath: blockedPage(policyId) } }, condition);

const conditionOf = (line: Exclude<NetLine, { name: 'domain' }>): Condition =>
  line.name === 'filter' ? { urlFilter: line.urlFilter } : { regexFilter: line.regexFilter };

function blackListRules({ urls, policyId }: PageBlock): Draft[] {
  const { domains, others } = parted(urls.flatMap(parsePageLine).flatMap((line) => blockingLine(line) ?? []));
  return [
    ...(domains.length > 0 ? [redirected(PRIORITY.blocked, policyId, { requestDomains: domains })] : []),
    ...others.map((line) => redirected(PRIORITY.blocked, policyId, conditionOf(line))),
  ];
}

/**
 * Every other page is blocked. With several lists a page must be in each of them, which the browser's rules
 * can only express for hosts, so paths of the lists do not count then.
 */
function whiteListRules({ urls, policyId }: PageBlock, isOnly: boolean): Draft[] {
  const lines = urls.flatMap(parsePageLine);
  const wanted = isOnly
    ? lines
    : lines.map((line) => ({ ...line, path: undefined, query: [], isExact: false }));
  const allowing = wanted.map(allowingLine);
  const known = allowing.filter((line) => line !== undefined);
  const { domains, others } = parted(known);
  // Without a condition for each line, pages that are allowed would be blocked.
  if (known.length < allowing.length || (!isOnly && others.length > 0)) return [];
  return [
    redirected(PRIORITY.others, policyId, {
      urlFilter: '|http',
      ...(domains.length > 0 && { excludedRequestDomains: domains }),
    }),
    ...others.map((line) => allowed(PRIORITY.allowed, conditionOf(line))),
  ];
}

function parted(lines: readonly NetLine[]) {
  const domains = new Set<string>();
  const others: Exclude<NetLine, { name: 'domain' }>[] = [];
  for (const line of lines) {
    if (line.name === 'domain') domains.add(line.domain);
    else others.push(line);
  }
  return { domains: [...domains], others };
}

/** Rules that allow pages come first, because a list whose allowing rules are missing would block too much. */
function withinLimits(drafts: readonly Draft[]): readonly Draft[] {
  const inOrder = drafts.toSorted((one, other) => rank(one) - rank(other));
  let expressions = 0;
  let redirects = 0;
  return inOrder.filter(({ action, condition }) => {
    if (condition.regexFilter !== undefined && ++expressions > MAX_EXPRESSIONS) return false;
    return action.type === 'allow' || ++redirects <= MAX_REDIRECTS;
  });
}

const rank = ({ action, condition }: Draft): number => {
  if (action.type === 'allow') return 0;
  return condition.requestDomains === undefined && condition.regexFilter !== undefined ? 2 : 1;
};
