/** One button of the action bar: what it is called, and what pressing it does. */
import type { ComponentType } from 'react';
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import type { ActionPlace, ActionTarget } from './action-target.ts';

export type ActionContext = {
  place: ActionPlace;
  /**
   * The selection as it was when the button was pressed, all of it: `isMeant` says who is meant. For `stopSharing`
   * the devices that share: of the selection, otherwise of the whole place.
   */
  targets: readonly ActionTarget[];
};

export type ActionDialogProps = ActionContext & { onClose(): void };

export type ActionEntry = {
  action: DeviceAction;
  /** A path of @mdi/js. */
  icon: string;
  title: string;
  /** Why it can do nothing here for now, whatever is selected: the button says so. For `useObservable`. */
  obstacle?: {
    subscribe(call: () => void): () => void;
    get(place: ActionPlace): string | undefined;
  };
} & (
  | { perform(context: ActionContext): void }
  /** Mounted means open. Its code comes when it is needed (`lazyDialog`). */
  | { Dialog: ComponentType<ActionDialogProps> }
);
