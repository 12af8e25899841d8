import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { RunnerAnswer } from '#shell/groups/nearby-runner.ts';
import { EMPTY_DRAFT } from '../group-draft.ts';
import { HostnameTestDeps } from '../hostname-test-deps.ts';
import { HostnamesStep } from './hostnames-step.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const NEVER = new Promise<never>(() => {});

async function show(answer: RunnerAnswer | 'none' | undefined, hostnames: readonly string[] = []) {
  let changed: unknown;
  const deps = {
    async eachRunner(found: (url: string) => void) {
      if (answer !== undefined && answer !== 'none') found('https://runner.example');
      return answer === undefined ? 'expired' : NEVER;
    },
    ask: async () => (answer === undefined || answer === 'none' ? NEVER : answer),
    isConnected: () => true,
  };
  render(
    <HostnameTestDeps value={deps}>
      <HostnamesStep
        draft={{ ...EMPTY_DRAFT, hostnames }}
        was={undefined}
        source={undefined}
        problem={undefined}
        onChange={(fields) => {
          changed = fields;
        }}
      />
    </HostnameTestDeps>,
  );
  return { user: userEvent.setup(), changed: () => changed };
}
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Test' }));

test.each<[RunnerAnswer | undefined, string | RegExp]>([
  [
    { name: 'named', hostname: 'rs-server-01' },
    'Successfully queried Site runner. Machine identified as rs-server-01',
  ],
  [{ name: 'refused', status: 503 }, 'The Site runner answered with the invalid status 503.'],
  [{ name: 'nameless' }, 'The Site runner answered without a name.'],
  [{ name: 'unreachable' }, /^The Site runner could not be queried\./],
  [undefined, /^The Site runner could not be looked up/],
])('the test says of %j: %s', async (answer, text) => {
  const { user } = await show(answer);
  await press(user);
  expect(await screen.findByText(text, {}, { timeout: 4_000 })).toBeDefined();
});

test('after ten seconds without an answer the test says which version the runner needs', async () => {
  vi.useFakeTimers();
  await show('none');
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(screen.queryByText(/reasonable time/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(
    screen.getByText(
      'Unable to connect to the Site runner in a reasonable time. Ensure the Site runner is installed and is on at least version 1.2.0.',
    ),
  ).toBeDefined();
});

test('a name is compared with what is written', async () => {
  const { user } = await show({ name: 'named', hostname: 'RS-Server-01' }, ['rs-']);
  await press(user);
  expect(await screen.findByText('With these host names the group is shown here.')).toBeDefined();
});

test('a name that does not fit says that the group is hidden here', async () => {
  const { user } = await show({ name: 'named', hostname: 'lab-1' }, ['rs-']);
  await press(user);
  expect(await screen.findByText('With these host names the group is hidden here.')).toBeDefined();
});

test('each line is a host name; blank ones and repetitions are none', async () => {
  const { user, changed } = await show(undefined);
  await user.click(screen.getByRole('textbox', { name: /Host names/ }));
  await user.paste(' science \n\nlab\nscience');
  expect(changed()).toEqual({ hostnames: ['science', 'lab'] });
});
