import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IconPicker } from './icon-picker.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/names.json') ? Response.json(['mdi-lock', 'mdi-web']) : Response.json({}),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('an icon is black until a colour is chosen, and grey is advised against', async () => {
  const onSubmit = vi.fn();
  const user = userEvent.setup();
  render(<IconPicker value={undefined} onSubmit={onSubmit} onClose={() => {}} />);
  expect(screen.getByText('Avoid using the gray color for icons')).toBeDefined();
  expect(screen.getAllByRole('radio')).toHaveLength(20);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Black' }).checked).toBe(true);
  await user.click(await screen.findByRole('option', { name: 'web' }));
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  expect(onSubmit).toHaveBeenLastCalledWith({ base: '', color: '#000000', icon: 'mdi-web' });
  await user.click(screen.getByRole('radio', { name: 'Teal' }));
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  expect(onSubmit).toHaveBeenLastCalledWith({ base: '', color: '#00796b', icon: 'mdi-web' });
});
