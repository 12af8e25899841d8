import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type PickItem, PickList } from './pick-list.tsx';

type Chosen = ReadonlySet<string>;

function Held(props: { items: readonly PickItem[]; isSingle?: boolean; tell: (chosen: Chosen) => void }) {
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const choose = (next: Chosen) => {
    setChosen(next);
    props.tell(next);
  };
  return (
    <PickList
      label="Things"
      items={props.items}
      chosen={chosen}
      emptyText="Nothing"
      isSingle={props.isSingle ?? false}
      onChoose={choose}
    />
  );
}

function show(
  count: number,
  names: (index: number) => string = (index) => `Item ${index}`,
  isSingle = false,
) {
  let chosen: Chosen = new Set();
  const items = Array.from({ length: count }, (_, index) => ({ id: String(index), name: names(index) }));
  render(
    <Held
      items={items}
      isSingle={isSingle}
      tell={(next) => {
        chosen = next;
      }}
    />,
  );
  return { user: userEvent.setup(), chosen: () => [...chosen] };
}

test('a press chooses, another one takes it back', async () => {
  const { user, chosen } = show(3);
  await user.click(screen.getByRole('option', { name: 'Item 1' }));
  expect(chosen()).toEqual(['1']);
  expect(screen.getByRole('option', { name: 'Item 1', selected: true })).toBeDefined();
  await user.click(screen.getByRole('option', { name: 'Item 1' }));
  expect(chosen()).toEqual([]);
});

test('works by keyboard alone', async () => {
  const { user, chosen } = show(30);
  await user.tab();
  await user.keyboard('{ArrowDown} {End} ');
  expect(chosen()).toEqual(['1', '29']);
  const active = screen.getByRole('listbox').getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toBe('Item 29');
  await user.keyboard('{Control>}a{/Control}');
  expect(chosen()).toHaveLength(30);
});

test('Shift chooses all between', async () => {
  const { user, chosen } = show(10);
  await user.click(screen.getByRole('option', { name: 'Item 2' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('option', { name: 'Item 5' }));
  expect(chosen()).toEqual(['2', '3', '4', '5']);
});

test('where only one may be chosen, each takes the place of the one before', async () => {
  const { user, chosen } = show(10, undefined, true);
  expect(screen.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('false');
  await user.click(screen.getByRole('option', { name: 'Item 2' }));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift} ');
  expect(chosen()).toEqual(['3']);
  await user.keyboard('{Control>}a{/Control}');
  expect(chosen()).toEqual(['3']);
});

test('of thousands only those in view are there, and each knows its place', () => {
  show(5_000);
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(60);
  expect(options[3]?.getAttribute('aria-posinset')).toBe('4');
  expect(options[3]?.getAttribute('aria-setsize')).toBe('5000');
});

test('text is text', () => {
  show(1, () => '<img src=x onerror=alert(1)>');
  expect(screen.getByRole('option').textContent).toBe('<img src=x onerror=alert(1)>');
  expect(document.querySelector('img')).toBeNull();
});

test('nothing says so', () => {
  show(0);
  expect(screen.getByText('Nothing')).toBeDefined();
});

test('a press leaves the focus with the list: its rows go when they are scrolled away', async () => {
  const { user } = show(3);
  await user.click(screen.getByRole('option', { name: 'Item 1' }));
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
});
