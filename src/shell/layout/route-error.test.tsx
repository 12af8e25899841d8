import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RouteError } from './route-error.tsx';

let isBroken = true;
const Fragile = () => {
  if (isBroken) throw new TypeError('broken');
  return <p>The wall</p>;
};

beforeEach(() => {
  isBroken = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

async function openAt(...paths: string[]) {
  const root = createRootRoute({
    component: () => (
      <>
        <nav>Groups</nav>
        <Outlet />
      </>
    ),
  });
  const at = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', () => <p>Start</p>),
      at('/group', () => <p>The group</p>),
      at('/wall', Fragile),
    ]),
    history: createMemoryHistory({ initialEntries: paths }),
    defaultErrorComponent: RouteError,
  });
  render(<RouterProvider router={router} />);
  await screen.findByText('This page could not be shown');
}

test('beside the navigation, a screen that failed leads back to the one before', async () => {
  await openAt('/group', '/wall');
  expect(screen.getByText('Groups')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('The group')).toBeDefined();
});

test('without one before it leads to the start page', async () => {
  await openAt('/wall');
  await userEvent.click(screen.getByRole('button', { name: 'Start page' }));
  expect(await screen.findByText('Start')).toBeDefined();
});

test('is shown once more by Retry', async () => {
  await openAt('/wall');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The wall')).toBeDefined();
});
