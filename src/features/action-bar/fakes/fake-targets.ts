/** Targets for tests of the bar and its dialogs. */
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import type { ActionTarget, TargetStore } from '../action-target.ts';

/** A connected Windows device in its default state. */
export const fakeTarget = (key: string, condition: Partial<DeviceCondition> = {}): ActionTarget => ({
  key,
  recipient: { clientId: key, userId: `u-${key}`, authType: 'user' },
  deviceId: `d-${key}`,
  userId: `u-${key}`,
  name: `Student ${key}`,
  condition: {
    system: 'computer',
    isOnline: true,
    isLocked: false,
    isMuted: false,
    areInputsBlocked: false,
    fullScreen: undefined,
    isSharing: false,
    ...condition,
  },
});

export function createFakeTargets(first: readonly ActionTarget[]): TargetStore & {
  set(next: readonly ActionTarget[]): void;
} {
  let list = first;
  const calls = new Set<() => void>();
  return {
    get: () => list,
    subscribe(call) {
      calls.add(call);
      return () => void calls.delete(call);
    },
    set(next) {
      list = next;
      for (const call of calls) call();
    },
  };
}
