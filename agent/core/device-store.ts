/** Holds the state of a device. Every change is shown on the screen and makes the records be sent again. */
import { type DeviceState, FRESH_STATE, type PolicyHold } from './device-state.ts';
import type { Screen } from './screen.ts';

export type DeviceStore = {
  state(): Readonly<DeviceState>;
  change(next: Partial<DeviceState>): void;
};

export function createDeviceStore(deps: {
  screen: Pick<Screen, 'show'>;
  /** The state at the start, for example already locked. */
  initial: Partial<DeviceState> | undefined;
  /** Called when the record `info` or `statuses` has changed. */
  onRecordChange: (kind: 'info' | 'statuses') => void;
  onState: ((state: Readonly<DeviceState>) => void) | undefined;
}): DeviceStore {
  let state: DeviceState = { ...FRESH_STATE, ...deps.initial };
  return {
    state: () => state,
    change(next) {
      const before = state;
      state = { ...state, ...next };
      deps.screen.show(state);
      if (isInfoChange(before, state)) deps.onRecordChange('info');
      deps.onRecordChange('statuses');
      deps.onState?.(state);
    },
  };
}

/** `info` identifies the person at the device. All other state is in `statuses`. */
const isInfoChange = (before: DeviceState, next: DeviceState): boolean =>
  before.alias !== next.alias || before.name !== next.name || before.login !== next.login;

/** Stores the policies' effects in the state, and calls `onPrivacy` when a policy begins or ends privacy. */
export const createPolicyHold =
  (deps: {
    screen: Pick<Screen, 'privacy'>;
    change: DeviceStore['change'];
    onPrivacy: (isPrivate: boolean) => void;
  }) =>
  (policies: PolicyHold): void => {
    const wasPrivate = deps.screen.privacy();
    deps.change({ policies });
    const isPrivate = deps.screen.privacy();
    if (isPrivate !== wasPrivate) deps.onPrivacy(isPrivate);
  };

/** A screen that is also private while a policy asks for privacy. */
export const withPolicyPrivacy = (screen: Screen, state: () => Readonly<DeviceState>): Screen => ({
  ...screen,
  privacy: () => screen.privacy() || state().policies.privacy,
});
