import { expect, test } from 'vitest';
import { EMPTY_POWER, type PowerErrors, type PowerForm, readPower } from './power-form.ts';

const read = (form: Partial<PowerForm>) => readPower({ ...EMPTY_POWER, action: 'reboot', ...form });
const TEXT = 'Please enter a positive integer greater than or equal to 1 or leave blank';

test.each<[Partial<PowerForm>, PowerErrors]>([
  [{ action: undefined }, { action: 'Please choose an action' }],
  [{ countdown: '-1' }, { countdown: TEXT }],
  [{ countdown: '1.5' }, { countdown: TEXT }],
  [{ countdown: '1e3' }, { countdown: TEXT }],
  [{ countdown: 'soon' }, { countdown: TEXT }],
  [{ repeatIn: '+5' }, { repeatIn: TEXT }],
  [{ repeatIn: '０' }, { repeatIn: TEXT }],
  [{ repeatIn: '60' }, { repeatIn: 'Tick “Students may cancel” too, or leave this blank' }],
  [{ countdown: '86401' }, { countdown: 'Please enter at most 86400 seconds, which is a day' }],
  [
    { action: undefined, countdown: 'x', repeatIn: 'y' },
    { action: 'Please choose an action', countdown: TEXT, repeatIn: TEXT },
  ],
])('%j is refused', (form, errors) => expect(read(form)).toEqual({ errors }));

test.each<[Partial<PowerForm>, object]>([
  [{}, {}],
  [{ countdown: ' ' }, {}],
  [
    { countdown: '0', repeatIn: '0' },
    { countdown: 0, repeatIn: 0 },
  ],
  [
    { countdown: ' 60 ', repeatIn: '86400', allowToAbort: true },
    { countdown: 60, repeatIn: 86_400, allowToAbort: true },
  ],
  [
    { allowToAbort: true, message: ' Save your work ' },
    { allowToAbort: true, message: 'Save your work' },
  ],
])('%j is sent', (form, what) => {
  expect(read(form)).toEqual({ what: { action: 'reboot', allowToAbort: false, message: '', ...what } });
});
