import { mdiMonitorEye } from '@mdi/js';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { recipientsOf } from '../action-bar/perform.ts';
import { m } from './entry-messages.ts';
import { controlRequest } from './wanted-control.ts';

export const remoteControlEntry: ActionEntry = {
  action: 'remoteControl',
  icon: mdiMonitorEye,
  title: m.title,
  obstacle: {
    subscribe: controlRequest.subscribe,
    get: () => (controlRequest.get() === undefined ? undefined : m.busy),
  },
  perform({ targets }) {
    const [target] = recipientsOf({ action: 'remoteControl' }, targets);
    if (!target || controlRequest.get() !== undefined) return;
    const { recipient: client, name, controller } = target;
    controlRequest.set({ client, name, controller });
  },
};
