import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PlainLink } from './plain-link.tsx';

function show() {
  const history = createMemoryHistory({ initialEntries: ['/here'] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  render(
    <RouterContextProvider router={router}>
      <PlainLink path="/there?tab=Alerts">There</PlainLink>
    </RouterContextProvider>,
  );
  const click = (how: MouseEventInit) => {
    const link = screen.getByRole('link', { name: 'There' });
    const event = createEvent.click(link, { button: 0, cancelable: true, ...how });
    fireEvent(link, event);
    return event.defaultPrevented;
  };
  return { click, path: () => history.location.href };
}

test('a click goes there without leaving the page', () => {
  const { click, path } = show();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/there?tab=Alerts');
  expect(click({})).toBe(true);
  expect(path()).toBe('/there?tab=Alerts');
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'with %j the browser opens it elsewhere',
  (how) => {
    const { click, path } = show();
    expect(click(how)).toBe(false);
    expect(path()).toBe('/here');
  },
);
