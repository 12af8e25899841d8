import { expect, test } from 'vitest';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { collectFilesEntry, sendFilesEntry } from './file-entries.ts';
import { fileExchangePanel } from './file-exchange-state.ts';

const targets = [
  fakeTarget('windows'),
  fakeTarget('chrome', { system: 'browser' }),
  fakeTarget('away', { isOnline: false }),
];

function press(entry: ActionEntry) {
  if ('perform' in entry) entry.perform({ place: { kind: 'list', of: 'devices' }, targets });
  const { isOpen, tab, audience } = fileExchangePanel.get();
  return { isOpen, tab, names: audience[tab].map(({ name }) => name) };
}

test('Send Files opens the panel for every connected device', () => {
  expect(press(sendFilesEntry)).toEqual({
    isOpen: true,
    tab: 'send',
    names: ['Student windows', 'Student chrome'],
  });
});

test('Collect Files opens it for those that can hand files out', () => {
  expect(press(collectFilesEntry)).toEqual({ isOpen: true, tab: 'collect', names: ['Student windows'] });
});

test('each of them brings the selection to the other tab too', () => {
  press(sendFilesEntry);
  const names = () =>
    (['send', 'collect'] as const).map((tab) =>
      fileExchangePanel.get().audience[tab].map(({ name }) => name),
    );
  expect(names()).toEqual([['Student windows', 'Student chrome'], ['Student windows']]);
  fileExchangePanel.change({ audience: { send: [], collect: [] } });
  press(collectFilesEntry);
  expect(names()).toEqual([['Student windows', 'Student chrome'], ['Student windows']]);
});
