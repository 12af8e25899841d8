import { mdiMonitorEye } from '@mdi/js';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { meantTargets } from '../action-bar/perform.ts';
import { m } from './entry-messages.ts';
import { wantedControl } from './wanted-control.ts';

export const remoteControlEntry: ActionEntry = {
  action: 'remoteControl',
  icon: mdiMonitorEye,
  title: m.title,
  obstacle: {
    subscribe: wantedControl.subscribe,
    get: () => (wantedControl.get() === undefined ? undefined : m.busy),
  },
  perform({ targets }) {
    const [target] = meantTargets({ action: 'remoteControl' }, targets);
    if (!target || wantedControl.get() !== undefined) return;
    const { recipient: client, name, controller } = target;
    wantedControl.set({ client, name, controller });
  },
};
