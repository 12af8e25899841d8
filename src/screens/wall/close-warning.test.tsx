import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCloseWarning } from './close-warning.ts';

/** What a browser that shows the words of pages would ask; undefined: it closes the tab. */
function asked(): unknown {
  const event = new Event('beforeunload', { cancelable: true });
  // Event has a field of this name that is a boolean; that of BeforeUnloadEvent is a text.
  Object.defineProperty(event, 'returnValue', { writable: true, value: undefined });
  dispatchEvent(event);
  return event.defaultPrevented ? event.returnValue : undefined;
}

it('closing the tab is asked about while something is not saved', () => {
  const { rerender, unmount } = renderHook(({ isNeeded }) => useCloseWarning(isNeeded), {
    initialProps: { isNeeded: false },
  });
  expect(asked()).toBeUndefined();
  rerender({ isNeeded: true });
  expect(asked()).toBe('You have unsaved changes in edit mode. Are you sure you want to leave?');
  rerender({ isNeeded: false });
  expect(asked()).toBeUndefined();
  rerender({ isNeeded: true });
  unmount();
  expect(asked()).toBeUndefined();
});
