/** The keys that the tutor presses by buttons of the dialog; some stay down until pressed again. */
import type { Settable } from '#protocol/observable.ts';
import type { RemoteControlState } from './remote-control-state.ts';
import { type HeldKey, heldKeyOf } from './viewer-keys.ts';

export function createRemoteKeys(store: Settable<RemoteControlState>) {
  /** Records which keys are down, without notifying the device. */
  function note(key: HeldKey, isDown: boolean): void {
    const state = store.get();
    if (state.name !== 'open' || state.held.has(key) === isDown) return;
    const held = new Set(state.held);
    held[isDown ? 'add' : 'delete'](key);
    store.set({ ...state, held });
  }

  return {
    /** Presses the key and holds it, or releases it. */
    toggle(key: HeldKey): void {
      const state = store.get();
      if (state.name !== 'open') return;
      const isDown = !state.held.has(key);
      state.viewer.hold(key, isDown);
      note(key, isDown);
    },
    /** A key came up on the tutor's own keyboard; the viewer has sent this to the device. */
    keyUp({ code }: Pick<KeyboardEvent, 'code'>): void {
      const key = heldKeyOf(code);
      if (key) note(key, false);
    },
    tab(): void {
      const state = store.get();
      if (state.name === 'open') state.viewer.tab();
    },
    /** Releases these keys as well. */
    ctrlAltDel(): void {
      const state = store.get();
      if (state.name !== 'open') return;
      state.viewer.ctrlAltDel();
      note('control', false);
      note('alt', false);
    },
  };
}
