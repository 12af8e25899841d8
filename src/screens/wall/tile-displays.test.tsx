import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { wallDisplayChoices } from '#live/display-choices.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { TileDisplays } from './tile-displays.tsx';

afterEach(cleanup);

type Info = NonNullable<LiveClient['info']>;
const clientWith = (...ids: string[]) => ({
  clientId: 'c-1',
  info: { displays: ids.map((id, at) => ({ id, primary: at === 0 })) } as Info,
});

it('a display that is disconnected gives way to the first one left', () => {
  const { rerender } = render(<TileDisplays client={clientWith('a', 'b', 'c')} name="Alice" />);
  fireEvent.click(screen.getByRole('button', { name: /3/ }));
  expect({ ...wallDisplayChoices.choices }).toEqual({ 'c-1': 'c' });

  rerender(<TileDisplays client={clientWith('a', 'b')} name="Alice" />);
  expect({ ...wallDisplayChoices.choices }).toEqual({});
  expect(screen.getByRole('button', { name: /1|primary/i }).getAttribute('aria-pressed')).toBe('true');

  // Where it is no primary one, it is chosen by its id.
  fireEvent.click(screen.getByRole('button', { name: /2/ }));
  const others = clientWith('d', 'e');
  others.info.displays = (others.info.displays ?? []).map(({ id }) => ({ id, primary: false }));
  rerender(<TileDisplays client={others} name="Alice" />);
  expect({ ...wallDisplayChoices.choices }).toEqual({ 'c-1': 'd' });
});
