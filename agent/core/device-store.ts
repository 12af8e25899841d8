/** The state of a device, in one place: every change is shown on the screen and makes its records be sent again. */
import { type DeviceState, FRESH_STATE, type PolicyHold } from './device-state.ts';
import type { Screen } from './screen.ts';

export type DeviceStore = {
  state(): Readonly<DeviceState>;
  change(next: Partial<DeviceState>): void;
};

export function createDeviceStore(deps: {
  screen: Pick<Screen, 'show'>;
  /** The state in which the device is found, for example already locked. */
  initial: Partial<DeviceState> | undefined;
  /** The record `info` or `statuses` says something else now. */
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

/** `info` names the person at the device; everything else of the state is in `statuses`. */
const isInfoChange = (before: DeviceState, next: DeviceState): boolean =>
  before.alias !== next.alias || before.name !== next.name || before.login !== next.login;

/** Takes what the policies do now into the state; `onPrivacy` is called when a policy begins or ends privacy. */
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

/** Also while a policy asks for privacy, no tutor may look at the screen. */
export const withPolicyPrivacy = (screen: Screen, state: () => Readonly<DeviceState>): Screen => ({
  ...screen,
  privacy: () => screen.privacy() || state().policies.privacy,
});
