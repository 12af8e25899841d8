// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { moveBetweenCards } from './card-keys.ts';

const list = document.createElement('ul');

/** Seven cards in rows of three; there is no layout here, so their places are given. */
beforeEach(() => {
  list.replaceChildren();
  document.body.replaceChildren(list);
  for (let i = 0; i < 7; i += 1) {
    const card = document.createElement('li');
    Object.defineProperty(card, 'offsetTop', { value: Math.floor(i / 3) * 100 });
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.id = String(i);
    card.append(box);
    list.append(card);
  }
  document.getElementById('1')?.focus();
});

const press = (key: string) => [
  moveBetweenCards(list, key, document.activeElement),
  document.activeElement?.id,
];

test('left and right go through all cards, up and down through the rows', () => {
  expect(press('ArrowRight')).toEqual([true, '2']);
  expect(press('ArrowRight')).toEqual([true, '3']);
  expect(press('ArrowDown')).toEqual([true, '6']);
  expect(press('ArrowUp')).toEqual([true, '3']);
  expect(press('ArrowLeft')).toEqual([true, '2']);
});

test('Home and End go to the ends, and beyond them nothing moves', () => {
  expect(press('End')).toEqual([true, '6']);
  expect(press('ArrowDown')).toEqual([false, '6']);
  expect(press('Home')).toEqual([true, '0']);
  expect(press('ArrowLeft')).toEqual([false, '0']);
  expect(press('x')).toEqual([false, '0']);
});
