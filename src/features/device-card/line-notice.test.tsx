import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { liveConnection } from '#live/live-connection.ts';
import { LineNotice } from './line-notice.tsx';

test('says why pictures come less often, and nothing while they come as asked', () => {
  render(<LineNotice />);
  const notice = screen.getByRole('status');
  expect(notice.textContent).toBe('');
  act(() => liveConnection.line.set({ level: 2, reason: 'slow-line' }));
  expect(notice.textContent).toBe(
    'The network is slow: pictures come less often and smaller until it is faster again.',
  );
  act(() => liveConnection.line.set({ level: 2, reason: 'sharing' }));
  expect(notice.textContent).toBe('Thumbnails update less often while you share.');
  act(() => liveConnection.line.forget());
  expect(notice.textContent).toBe('');
});
