/** One button of the action bar: its title, and the effect of pressing it. */
import type { ComponentType } from 'react';
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import type { ActionPlace, ActionTarget } from './action-target.ts';

export type ActionContext = {
  place: ActionPlace;
  /**
   * The whole selection as it was when the button was pressed; `isMeant` decides which of these receive the
   * action. For `stopSharing`: the sharing devices of the selection, or of the whole place if none is
   * selected.
   */
  targets: readonly ActionTarget[];
};

export type ActionDialogProps = ActionContext & { onClose(): void };

export type ActionEntry = {
  action: DeviceAction;
  /** A path from @mdi/js. */
  icon: string;
  title: string;
  /** Why the action is impossible here, whatever is selected; shown on the button. For `useObservable`. */
  obstacle?: {
    subscribe(call: () => void): () => void;
    get(place: ActionPlace): string | undefined;
  };
} & (
  | { perform(context: ActionContext): void }
  /** The dialog is open while it is mounted. Its code is loaded on demand (`lazyDialog`). */
  | { Dialog: ComponentType<ActionDialogProps> }
);
