/** Whatever a device calls itself and what it has open: text, in its own direction, and no more than fits. */
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { info, showCard } from './fakes/shown-card.tsx';

afterEach(cleanup);

const MARKUP = '<img src=x onerror="document.title=1">';
const LONG = `${MARKUP}\u202e\u2067👩‍🏫${'W'.repeat(10_000)}`;
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;

const poll = { id: 'p', question: LONG, answers: [LONG], multiselect: false };
const tabs = [
  { tabId: '1', title: LONG, url: `javascript:${LONG}`, active: true, icon: `https://x/${LONG}` },
];

const places: [string, Parameters<typeof showCard>[0]][] = [
  ['the user’s name', { info: info({ user: { id: 'u1', name: LONG } }) }],
  ['the alias', { info: info({ alias: LONG }) }],
  ['the hostname', { info: info({ device: { hostname: LONG } }) }],
  [
    'the name of a display',
    {
      info: info({
        alias: LONG,
        displays: ['1', '2'].map((id) => ({ id, name: LONG, primary: id === '1' })),
      }),
    },
  ],
  ['a title', { info: info(), tabs }],
  [
    'an application’s title',
    {
      info: info({ type: 'windowsAgent' }),
      applications: [{ appId: 'a', windowId: 'w', title: LONG, active: true }],
    },
  ],
  ['a short answer', { info: info(), poll: { ...poll, answers: [], answer: LONG } }],
  ['the option of an answer', { info: info(), poll: { ...poll, answer: 'A' } }],
];

function expectPlain() {
  const card = screen.getAllByRole('listitem')[0] as HTMLElement;
  expect(card.querySelector('img, script, a:not([href^="/group/g1/user/u1/"])')).toBeNull();
  expect(card.textContent).toContain(MARKUP);
  for (const element of [card, ...card.querySelectorAll('*')]) {
    for (const { name, value } of element.attributes) {
      expect(value.length, name).toBeLessThan(1_500);
      expect(value, name).not.toMatch(TURNING);
    }
  }
  for (const bdi of card.querySelectorAll('bdi')) expect(bdi.textContent?.length).toBeLessThan(1_000);
  expect(card.textContent).not.toMatch(TURNING);
}

test.each(places)('%s is shown as it is, isolated and cut', (_, change) => {
  showCard(change);
  expectPlain();
  const holders = [...document.querySelectorAll('bdi')].filter((bdi) => bdi.textContent?.includes(MARKUP));
  expect(holders.length).toBeGreaterThan(0);
});

test('the list of what is open shows titles and addresses as text', async () => {
  showCard({ info: info(), tabs: [...tabs, { tabId: '2', title: '', url: LONG, active: false }] });
  await userEvent.click(screen.getByRole('button', { name: /^2 opened tabs/ }));
  expect(screen.getAllByRole('button', { name: /^Close </ })).toHaveLength(2);
  expectPlain();
});
