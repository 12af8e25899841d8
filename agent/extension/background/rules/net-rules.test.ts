import { describe, expect, it } from 'vitest';
import { MAX_EXPRESSIONS, MAX_REDIRECTS, netRules } from './net-rules.ts';

const list = (accessMode: 'BlackList' | 'WhiteList', urls: string[], policyId = 'p-1') => ({
  policyId,
  policyName: 'A policy',
  accessMode,
  urls,
});
type Lists = Parameters<typeof netRules>[0]['blocks'];
const rulesOf = (blocks: Lists, lockedTo?: string) => netRules({ blocks, ...(lockedTo && { lockedTo }) });

describe('the rules of the browser’s blocker', () => {
  it('are one rule for all plain hosts of a list', () => {
    const [rule, ...more] = rulesOf([list('BlackList', ['a.example', 'b.example', 'a.example'])]);
    expect(more).toEqual([]);
    expect(rule?.condition.requestDomains).toEqual(['a.example', 'b.example']);
    expect(rule?.action).toEqual({
      type: 'redirect',
      redirect: { extensionPath: '/pages/blocked/blocked.html?policy=p-1' },
    });
  });

  it('let the pages of a white list through, and no others', () => {
    const rules = rulesOf([list('WhiteList', ['exam.example', 'school.example/exam'])]);
    expect(rules.map(({ action, priority }) => [action.type, priority])).toEqual([
      ['allow', 2],
      ['redirect', 1],
    ]);
    expect(rules[1]?.condition).toMatchObject({
      urlFilter: '|http',
      excludedRequestDomains: ['exam.example'],
    });
  });

  it('block a page of a black list that a white list allows', () => {
    const rules = rulesOf([
      list('WhiteList', ['school.example/exam']),
      list('BlackList', ['school.example/exam'], 'p-2'),
    ]);
    const strongest = rules.toSorted((one, other) => other.priority - one.priority)[0];
    expect(strongest?.action.type).toBe('redirect');
  });

  it('allow no page of one white list against another', () => {
    const rules = rulesOf([
      list('WhiteList', ['a.example/x', 'b.example']),
      list('WhiteList', ['a.example'], 'p-2'),
    ]);
    expect(rules.every(({ action }) => action.type === 'redirect')).toBe(true);
    expect(rules.map(({ condition }) => condition.excludedRequestDomains)).toEqual([
      ['a.example', 'b.example'],
      ['a.example'],
    ]);
  });

  it('block nothing for a white list with a line that they cannot express', () => {
    expect(rulesOf([list('WhiteList', ['exam.example', 'ü*.example'])])).toEqual([]);
  });

  it('keep the page open that the screen is locked to', () => {
    const rules = rulesOf([list('BlackList', ['a.example'])], 'https://a.example/start');
    const strongest = rules.toSorted((one, other) => other.priority - one.priority)[0];
    expect(strongest).toMatchObject({
      action: { type: 'allow' },
      condition: { urlFilter: '|https://a.example/start|' },
    });
  });

  it('stay within the browser’s limits, each with an id of its own', () => {
    const paths = Array.from({ length: 6_000 }, (_, i) => `a${i}.example/x`);
    const stars = Array.from({ length: 1_500 }, (_, i) => `*word${i}*`);
    const rules = rulesOf([list('BlackList', [...paths, ...stars, 'plain.example'])]);
    expect(rules.length).toBeLessThanOrEqual(MAX_REDIRECTS);
    expect(rules.filter(({ condition }) => condition.regexFilter).length).toBeLessThanOrEqual(
      MAX_EXPRESSIONS,
    );
    expect(rules.some(({ condition }) => condition.requestDomains?.includes('plain.example'))).toBe(true);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });
});
