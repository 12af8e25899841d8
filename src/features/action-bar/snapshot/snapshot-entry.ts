import { mdiCamera } from '@mdi/js';
import type { ActionEntry } from '../action-entry.ts';
import { m } from './messages.ts';
import { snapshotObstacle, takeSnapshots } from './take-snapshots.ts';

export const snapshotEntry: ActionEntry = {
  action: 'snapshot',
  icon: mdiCamera,
  title: m.snapshot,
  obstacle: snapshotObstacle,
  perform: takeSnapshots,
};
