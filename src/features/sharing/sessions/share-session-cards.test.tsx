import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import { type ShareEnd, type ShareSession, shareSessions } from '#peer/share/share-sessions.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { ShareSessionCards } from './share-session-cards.tsx';

const startedAt = new Date(2026, 0, 5, 10, 42).getTime();
const plain: ShareSession = {
  id: 's1',
  source: 'local',
  title: '7A',
  audience: { groupId: 'g1' },
  count: 12,
  peerId: 'tab',
  startedAt,
  viewers: 3,
  declined: 0,
  encoding: PRESET_ENCODINGS.medium,
  stream: new MediaStream(),
};

function add(part: Partial<ShareSession> = {}) {
  let session = { ...plain, ...part };
  const ends: ShareEnd[] = [];
  const entry = shareSessions.add({
    get: () => session,
    leaveOut: () => false,
    setEncoding(encoding) {
      session = { ...session, encoding };
      entry.changed();
    },
    end(why) {
      ends.push(why);
      entry.ended(why);
    },
  });
  return {
    ends,
    change(next: Partial<ShareSession>) {
      session = { ...session, ...next };
      act(() => entry.changed());
    },
    session: () => session,
  };
}

async function show() {
  render(<ShareSessionCards />);
  return screen.findByRole('region', { name: 'Shared screens' });
}

afterEach(() => {
  act(() => shareSessions.stopAll('left'));
  cleanup();
  for (const { id } of [...toasts.state.list]) toasts.close(id);
});

describe('a card', () => {
  test('says what is shared, with whom, how many watch and since when', async () => {
    add();
    const area = await show();
    expect(area.textContent).toContain('Your screen, shared with 7A');
    expect(area.textContent).toContain('3 of 12 watching');
    expect(area.querySelector('time')?.dateTime).toBe(new Date(startedAt).toISOString());
    expect(area.textContent).not.toContain('not showing it');
  });

  test('tells of a student’s screen, whose name is text', async () => {
    add({
      source: 'remote',
      title: '',
      count: 2,
      viewers: 0,
      declined: 1,
      sharer: { clientId: 'c1', name: '<i>Ada</i>\u202e', displayId: undefined },
    });
    const area = await show();
    expect(area.textContent).toContain('<i>Ada</i>’s screen, shared with 2 devices');
    expect(area.textContent).toContain('0 of 2 watching1 not showing it');
    expect(area.querySelector('i')).toBeNull();
  });

  test('keeps up with those who come and leave', async () => {
    const share = add();
    const area = await show();
    share.change({ viewers: 11, count: 11 });
    expect(area.textContent).toContain('11 of 11 watching');
  });

  test('has "Stop Sharing", for this share alone', async () => {
    const first = add();
    const second = add({ id: 's2', title: '8B' });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Stop Sharing: Your screen with 8B' }));
    expect(first.ends).toEqual([]);
    expect(second.ends).toEqual(['stopped']);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(toasts.state.list).toEqual([]);
  });

  test('changes the quality while it runs', async () => {
    const share = add();
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Quality' }));
    expect(screen.getByRole('dialog', { name: 'Quality: Your screen' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Medium/).checked).toBe(true);
    await userEvent.click(screen.getByLabelText(/^Low/));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(share.session().encoding).toEqual(PRESET_ENCODINGS.low);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('an end', () => {
  test.each([
    ['request', 'It was ended by another tutor, or in another tab.'],
    ['source', 'The student has stopped, or the connection was lost.'],
  ] as const)('that the tutor did not bring about is told: %s', async (why, text) => {
    add();
    await show();
    act(() => shareSessions.stop('s1', why));
    await vi.waitFor(() =>
      expect(toasts.state.list.map((toast) => [toast.title, toast.text])).toEqual([
        ['Your screen is no longer shared with 7A', text],
      ]),
    );
    expect(screen.queryByRole('region')).toBeNull();
  });

  test.each(['stopped', 'track', 'left'] as const)('that they know of is not: %s', async (why) => {
    add();
    await show();
    act(() => shareSessions.stop('s1', why));
    // What would tell of it has come by then.
    await import('./notify-end.ts');
    await act(async () => undefined);
    expect(toasts.state.list).toEqual([]);
  });
});
