import { expect, it } from 'vitest';
import { judgePage } from './page-rules.ts';

it.each([
  ['https://games.example/', 'games.example', true],
  ['https://www.games.example/play?x=1#y', 'games.example', true],
  ['http://arcade.games.example:8080/', 'games.example', true],
  ['https://games.example.:443/play', 'games.example/play', true],
  ['https://games.example:8443/', 'games.example:8443', true],
  ['https://games.example./', '*.example', true],
  ['http://arcade.games.example/', 'games.example', true],
  ['https://GAMES.example/', 'https://www.Games.example/', true],
  ['https://notgames.example/', 'games.example', false],
  ['https://games.example.org/', 'games.example', false],
  ['https://portal.example/games/1', 'portal.example/games', true],
  ['https://portal.example/news', 'portal.example/games', false],
  ['https://portal.example/?q=games', '*games*', true],
  ['https://my.games.example/x', '*.games.example', true],
  ['https://games.example@school.example/', 'games.example', false],
  ['https://school.example@games.example/', 'games.example', true],
  ['https://school.example/', '', false],
  ['https://xn--bcher-kva.example/', 'bücher.example', true],
  ['https://BÜCHER.example/', 'xn--bcher-kva.example', true],
  ['https://my.xn--bcher-kva.example/x', '*.bücher.example', true],
  ['https://xn--bcher-kva.example/x', '*büch*', true],
  ['https://xn--bcher-kva.example/x', 'xn--bcher-kva.*', true],
  ['https://xn--bcher-kva.example/neu', 'Bücher.example/neu', true],
  ['https://xn--bcher-kva.example/', 'bucher.example', false],
  ['https://xn--.example/', 'xn--.example', true],
  ['chrome://settings', '*', false],
  ['', '*', false],
])('a list of closed pages closes %s by %j: %s', (url, pattern, expected) => {
  const rule = judgePage(url, { accessMode: 'BlackList', urls: ['other.example', pattern] });
  expect(rule).toEqual({ isBlocked: expected, line: expected ? pattern : undefined });
});

it.each([
  ['https://exam.example/start', { isBlocked: false, line: 'exam.example' }],
  ['https://games.example/', { isBlocked: true, line: undefined }],
  ['about:blank', { isBlocked: false, line: undefined }],
])('a list of open pages leaves %s: %j', (url, expected) => {
  expect(judgePage(url, { accessMode: 'WhiteList', urls: ['exam.example'] })).toEqual(expected);
});

it.each([
  ['https://my.school.example/exam?x=1', '*.school.example', true],
  ['https://my.school.example/', 'https://*.school.example/', true],
  ['https://my.school.example:8443/', '*.school.example:8443', true],
  ['https://my.xn--bcher-kva.example/neu', '*.bücher.example', true],
  ['https://chat.example/?.school.example', '*.school.example', false],
  ['https://chat.example/a.school.example', '*.school.example', false],
  ['https://chat.example?x.school.example', '*.school.example', false],
  ['https://chat.example/?school', '*school*', false],
  ['https://my.school.example/exam/1', '*.school.example/exam*', true],
  ['https://my.school.example/', '*.school.example/*', true],
  ['https://my.school.example', '*.school.example/*', true],
  ['https://my.school.example/chat', '*.school.example/exam*', false],
  ['https://chat.example/x.school.example/exam', '*.school.example/exam*', false],
  ['https://exam.example/start/2', 'exam.example/start*', true],
  ['https://exam.example/a/start', '*/start', false],
  ['https://exam.example/a/start', '*/*/start', true],
])('a list of open pages opens %s by %j: %s', (url, pattern, expected) => {
  const rule = judgePage(url, { accessMode: 'WhiteList', urls: [pattern] });
  expect(rule).toEqual({ isBlocked: !expected, line: expected ? pattern : undefined });
});
