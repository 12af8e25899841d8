import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { activities } from '../../shell/activity.ts';
import type { ActionContext } from '../action-entry.ts';
import { ShareScreenDialog } from '../share-screen/share-screen-dialog.tsx';
import { stopSharingEntry } from '../share-screen/share-screen-entries.ts';
import { CollectFilesDialog, SendFilesDialog } from './file-dialogs.tsx';

const context: ActionContext = {
  place: { kind: 'device' },
  targets: [
    {
      key: 'c1',
      recipient: { clientId: 'c1', userId: 'u', authType: 'user' },
      deviceId: undefined,
      userId: 'u',
      name: 'Ada',
      condition: {
        system: 'windows',
        isOnline: true,
        isLocked: false,
        isMuted: false,
        areInputsBlocked: false,
        fullScreen: undefined,
        isSharing: true,
      },
    },
  ],
};

afterEach(() => {
  cleanup();
  for (const entry of activities.list()) activities.cancel(entry);
});

describe('what this version cannot do', () => {
  test.each([
    ['Share Screen', ShareScreenDialog],
    ['Send Files', SendFilesDialog],
    ['Collect Files', CollectFilesDialog],
  ])('%s says so, and sends nothing', async (title, Dialog) => {
    const onClose = vi.fn();
    render(<Dialog {...context} onClose={onClose} />);
    const dialog = screen.getByRole('dialog', { name: title });
    expect(dialog.textContent).toContain('this version does not have yet. Nothing was sent.');
    const [, close] = screen.getAllByRole('button', { name: 'Close' });
    if (close) await userEvent.click(close);
    expect(onClose).toHaveBeenCalledOnce();
    expect(activities.list()).toEqual([]);
  });
});

test('Stop Sharing ends every share of the devices', () => {
  if ('perform' in stopSharingEntry) stopSharingEntry.perform(context);
  const [entry] = activities.list();
  expect(entry).toMatchObject({
    title: 'Stop Sharing',
    run: { action: 'stopShareScreen', request: { parameters: {} } },
  });
  expect([...(entry?.names ?? [])]).toEqual([['c1', 'Ada']]);
});
