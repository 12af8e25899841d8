import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePageLine } from '#domain/policies/page-line.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import { allowingLine, blockingLine, type NetLine } from './net-lines.ts';

/** How the browser applies a condition, for the forms that are used. */
function matches(line: NetLine, url: string): boolean {
  const { hostname, href } = new URL(url);
  const isBelow = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
  if (line.name === 'domain') return isBelow(line.domain);
  if (line.name === 'regex') return new RegExp(line.regexFilter, 'i').test(href);
  const [, domain = '', path = ''] = /^\|\|([^/]+)(\/.*)$/.exec(line.urlFilter) ?? [];
  return (
    isBelow(domain) &&
    new URL(url).port === '' &&
    href.slice(href.indexOf('/', 8)).toLowerCase().startsWith(path)
  );
}

const blocks = (text: string, url: string) =>
  parsePageLine(text).some((line) => {
    const net = blockingLine(line);
    return net !== undefined && matches(net, url);
  });
/** True also where only `judgePage` decides, because then nothing is blocked before. */
const allows = (text: string, url: string) =>
  parsePageLine(text).some((line) => {
    const net = allowingLine(line);
    return net === undefined || matches(net, url);
  });

describe('a line of pages to block', () => {
  it.each([
    ['games.example', 'https://games.example/'],
    ['games.example', 'http://www.games.example:8080/a?b'],
    ['games.example', 'https://new.games.example/'],
    ['*.games.example', 'https://games.example/'],
    ['||games.example^', 'https://games.example/a'],
    ['0.0.0.0 games.example', 'https://games.example/a'],
    ['.games.example', 'https://www.games.example/a'],
    ['games.example/new', 'https://games.example/new/one'],
    ['games.example:8443', 'https://games.example:8443/'],
    ['https://games.example:443', 'https://games.example/'],
    ['video.example/watch?v=1', 'https://video.example/watch?list=2&v=1'],
    ['*games*', 'https://chat.example/Games?new'],
    ['*games*', 'https://my-games.example/'],
    ['games.*', 'https://games.example/a'],
    ['*.games.example/a*b', 'https://x.games.example/a/b/c'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
  ])('%s blocks %s before it loads', (line, url) => {
    expect(blocks(line, url)).toBe(true);
    expect(judgePage(url, { accessMode: 'BlackList', urls: [line] }).isBlocked).toBe(true);
  });

  it.each([
    ['games.example', 'https://mygames.example/'],
    ['.games.example', 'https://new.games.example/'],
    ['games.example/new', 'https://games.example/old'],
    ['games.example:8443', 'https://games.example/'],
    ['*games.example', 'https://chat.example/games.example/a'],
    ['video.example/watch?v=1', 'https://video.example/watch?v=12'],
  ])('%s does not block %s', (line, url) => {
    expect(blocks(line, url)).toBe(false);
  });
});

describe('a line of pages to allow', () => {
  it.each([
    ['exam.example', 'https://www.exam.example/a'],
    ['exam.example/start', 'https://exam.example/start/1'],
    ['exam.example/start*', 'https://exam.example/start?x=1'],
    ['*.school.example/exam*', 'https://a.school.example/exam/1'],
    ['exam.example/prüfung', 'https://exam.example/pr%C3%BCfung'],
    ['exam.example:8443/a', 'https://exam.example:8443/a'],
  ])('%s lets %s through', (line, url) => {
    expect(allows(line, url)).toBe(true);
  });

  it.each([
    ['exam.example', 'https://chat.example/'],
    ['exam.example/start', 'https://exam.example/chat'],
    ['*.school.example/exam*', 'https://chat.example/?.school.example/exam'],
  ])('%s does not let %s through', (line, url) => {
    expect(allows(line, url)).toBe(false);
  });
});

describe('for any line and any address', () => {
  const label = fc.constantFrom('games', 'www', 'a', 'exam', '*', 'ga*es', 'bücher');
  const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
  const path = fc.constantFrom('', '/a', '/a*', '/a/b', '/a?b=1', '/*b', '?b=1', '/a?b=1&c=2', '/ü');
  const port = fc.constantFrom('', '', ':80', ':443', ':8443');
  const line = fc.tuple(fc.constantFrom('', '.', '*.', '*'), host, port, path).map((parts) => parts.join(''));
  const page = fc.constantFrom(
    '/',
    '/a',
    '/a/b',
    '/a?b=1',
    '/ab',
    '/a?c=2&b=1',
    '/?b=1',
    '/x/games',
    '/%C3%BC',
    '/a#b',
  );
  const url = fc
    .tuple(
      fc.constantFrom('http://', 'https://'),
      fc.array(fc.constantFrom('games', 'www', 'a', 'exam', 'gates', 'xn--bcher-kva'), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom('', '', ':80', ':443', ':8443'),
      page,
    )
    .map(
      ([scheme, labels, portOf, pageOf]) => new URL(`${scheme}${labels.join('.')}${portOf}${pageOf}`).href,
    );

  it('nothing is blocked before it loads that would stay open', () => {
    fc.assert(
      fc.property(line, url, (text, address) => {
        const { isBlocked } = judgePage(address, { accessMode: 'BlackList', urls: [text] });
        return isBlocked || !blocks(text, address);
      }),
      { numRuns: 3_000 },
    );
  });

  it('nothing that stays open is kept from loading', () => {
    fc.assert(
      fc.property(line, url, (text, address) => {
        const { isBlocked } = judgePage(address, { accessMode: 'WhiteList', urls: [text] });
        return isBlocked || allows(text, address);
      }),
      { numRuns: 3_000 },
    );
  });
});
