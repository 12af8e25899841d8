import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NotPossible, notPossibleText } from './not-possible.tsx';

it('says in words what a device cannot do, each kind once', () => {
  const names = ['BlockKeypressDefinition', 'MoonDefinition', 'StarDefinition', 'SsidConditionDefinition'];
  render(<NotPossible text={notPossibleText(names)} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Not possible on this device: Block Keypress, Other effect, SSID',
  );
});

it('says nothing of a device that can do all', () => {
  const { container } = render(<NotPossible text={notPossibleText([])} />);
  expect(container.textContent).toBe('');
  expect(screen.queryByRole('img')).toBeNull();
});
