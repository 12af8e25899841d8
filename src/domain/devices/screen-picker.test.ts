import { expect, test } from 'vitest';
import { isPickerClosed } from './screen-picker.ts';

test.each([
  ['NotAllowedError', 'Permission denied', true],
  ['NotAllowedError', 'Permission denied by user', true],
  ['AbortError', '', true],
  ['NotAllowedError', 'Permission denied by system', false],
  ['NotReadableError', 'Could not start video source', false],
  ['InvalidStateError', '', false],
])('%s, “%s”: the picker was closed: %s', (name, message, isClosed) => {
  expect(isPickerClosed(new DOMException(message, name))).toBe(isClosed);
});

test('what is no error is none', () => {
  expect(isPickerClosed('NotAllowedError')).toBe(false);
});
