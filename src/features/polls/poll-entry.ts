import { mdiPoll } from '@mdi/js';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { pollObstacle } from './current-poll.ts';
import { m } from './messages.ts';

export const pollEntry: ActionEntry = {
  action: 'poll',
  icon: mdiPoll,
  title: m.poll,
  obstacle: pollObstacle,
  Dialog: lazyDialog(m.poll, async () => (await import('./poll-dialog.tsx')).PollDialog),
};
