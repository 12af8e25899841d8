import { expect, test } from 'vitest';
import { readNotification } from './notification-form.ts';

test.each([
  [{ title: '', message: '' }, undefined],
  [{ title: 'Hi', message: ' \n ' }, undefined],
  [
    { title: '', message: 'Look' },
    { title: '', message: 'Look' },
  ],
  [
    { title: ' Hi ', message: ' <b>Look</b> ' },
    { title: 'Hi', message: '<b>Look</b>' },
  ],
])('%j', (form, notification) => expect(readNotification(form)).toEqual(notification));
