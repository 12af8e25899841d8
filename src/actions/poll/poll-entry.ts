import { mdiPoll } from '@mdi/js';
import { lazy } from 'react';
import type { ActionEntry } from '../action-entry.ts';
import { pollObstacle } from './current-poll.ts';
import { m } from './messages.ts';

export const pollEntry: ActionEntry = {
  action: 'poll',
  icon: mdiPoll,
  title: m.poll,
  obstacle: pollObstacle,
  Dialog: lazy(async () => ({ default: (await import('./poll-dialog.tsx')).PollDialog })),
};
