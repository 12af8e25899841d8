import { expect, it } from 'vitest';
import type { ShareState, Surface } from '../screen/shared-screen.ts';
import { fullScreenChoice } from './full-screen-choice.ts';

const none: ShareState = { name: 'none' };
const showing = (surface: Surface | undefined): ShareState => ({
  name: 'shared',
  surface,
  stream: new MediaStream(),
});
const window = showing('window');

it.each([
  ['entire', none, showing('monitor')],
  ['entire', window, showing(undefined)],
  ['other', none, window],
  ['other', window, showing('browser')],
  ['refused', none, { name: 'none', why: 'refused' }],
  ['refused', window, window],
  ['failed', none, { name: 'none', why: 'failed' }],
] as const)('says what was chosen: %s', (choice, before, chosen) => {
  expect(fullScreenChoice(before, chosen)).toBe(choice);
});
