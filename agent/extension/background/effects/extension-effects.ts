/** Carries out the effects of the device's state in the browser: the lock, the sound and the inputs. */
import type { DeviceState } from '../../../core/device-state.ts';
import { createEffectRunner, type EffectRunner, effectsOf } from '../../../core/effects.ts';
import type { ScreenLock } from '../lock/screen-lock.ts';
import { BLOCKED_INPUTS, createPageScript } from './page-scripts.ts';
import { createTabMute } from './tab-mute.ts';

export type ExtensionEffects = Pick<EffectRunner, 'show'> & {
  /** Ends effects of an earlier worker that do not hold any more. */
  endOthers(state: Readonly<DeviceState>): void;
};

export function createExtensionEffects(lock: Pick<ScreenLock, 'follow'>): ExtensionEffects {
  const inputs = createPageScript(BLOCKED_INPUTS);
  const mute = createTabMute();
  const { show } = createEffectRunner({
    lock: (wanted) => lock.follow(wanted),
    muted: mute.follow,
    inputsBlocked: inputs.follow,
  });
  return {
    show,
    endOthers(state) {
      const effects = effectsOf(state);
      if (effects.lock === undefined) lock.follow(undefined);
      if (!effects.muted) mute.follow(false);
      if (!effects.inputsBlocked) inputs.follow(false);
    },
  };
}
