import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu, MenuItem } from './menu.tsx';

function show() {
  const chosen = vi.fn();
  render(
    <Menu label="Select devices" button="open">
      <MenuItem onSelect={() => chosen('all')}>Select All</MenuItem>
      <MenuItem onSelect={() => chosen('never')} disabled>
        Not now
      </MenuItem>
      <MenuItem onSelect={() => chosen('none')}>Deselect All</MenuItem>
    </Menu>,
  );
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Select devices' }) };
}
const focused = () => document.activeElement?.textContent;

test('opens with an arrow key, moves past what is disabled, chooses, and gives the focus back', async () => {
  const { user, chosen, button } = show();
  button.focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Select All');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Deselect All');
  await user.keyboard('{ArrowDown}{End}{Home}');
  expect(focused()).toBe('Select All');
  await user.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith('all');
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('Escape closes without choosing', async () => {
  const { user, chosen, button } = show();
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(chosen).not.toHaveBeenCalled();
});

test('an item that can do nothing now is reached, says why, and stays', async () => {
  const chosen = vi.fn();
  render(
    <Menu label="More" button="open">
      <MenuItem onSelect={chosen} isIdle description="Nothing is locked">
        Unlock
      </MenuItem>
    </Menu>,
  );
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'More' }).focus();
  await user.keyboard('{ArrowDown}');
  const item = screen.getByRole('menuitem', { name: 'Unlock' });
  expect(document.activeElement).toBe(item);
  expect(item.getAttribute('aria-description')).toBe('Nothing is locked');
  await user.keyboard('{Enter}');
  expect(chosen).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(item);
});
