import { expect, it } from 'vitest';
import { stateText } from './messages.ts';

it.each([
  ['picture', '', ''],
  [
    'privacy',
    'Privacy is enabled. Applications monitoring is off',
    'Privacy is enabled. Tabs monitoring is off',
  ],
  ['unavailable', 'screenshot is unavailable', 'screenshot is unavailable'],
  ['undecodable', 'This picture could not be shown', 'This picture could not be shown'],
  ['offline', '(Offline)', '(Offline)'],
  ['noData', '(Online - No Data)', '(Online - No Data)'],
] as const)('a tile that is %s says so on both kinds of devices', (state, onWindows, onChromebooks) => {
  expect(stateText(state, 'Applications')).toBe(onWindows);
  expect(stateText(state, 'Tabs')).toBe(onChromebooks);
});
