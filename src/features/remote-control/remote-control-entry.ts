import { mdiMonitorEye } from '@mdi/js';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { meantTargets } from '../action-bar/perform.ts';
import { m } from './messages.ts';
import { remoteControl } from './remote-control.ts';

export const remoteControlEntry: ActionEntry = {
  action: 'remoteControl',
  icon: mdiMonitorEye,
  title: m.title,
  obstacle: {
    subscribe: remoteControl.subscribe,
    get: () => (remoteControl.get().name === 'closed' ? undefined : m.busy),
  },
  perform({ targets }) {
    const [target] = meantTargets({ action: 'remoteControl' }, targets);
    if (!target) return;
    const { recipient: client, name, controller } = target;
    void remoteControl.open({ client, name, controller });
  },
};
