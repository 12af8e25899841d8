/** The effects that tutors and policies have on a device, and the calls that carry them out. */
import { type DeviceState, type Lock, shownLock } from './device-state.ts';
import { attempt, type Eventually } from './outcome.ts';

export type Effects = {
  muted: boolean;
  /** Blocks keyboard and pointer. */
  inputsBlocked: boolean;
  /** Blocks the keyboard but not the pointer. */
  keysBlocked: boolean;
  /** Keeps the machine awake. */
  awake: boolean;
  lock: Lock | undefined;
};
export type DeviceEffect = keyof Effects;

const NO_EFFECTS: Effects = {
  muted: false,
  inputsBlocked: false,
  keysBlocked: false,
  awake: false,
  lock: undefined,
};
const NAMES = Object.keys(NO_EFFECTS) as readonly DeviceEffect[];

export const effectsOf = (state: Readonly<DeviceState>): Effects => ({
  muted: state.muted || state.policies.muted,
  inputsBlocked: state.inputsBlocked,
  keysBlocked: state.policies.keysBlocked,
  awake: state.policies.sleepBlocked,
  lock: shownLock(state),
});

/**
 * Each carries out one effect, or ends it. A call that takes its time is followed by another one if the
 * effect has changed meanwhile, so two calls of one effect never overlap. Errors are ignored until the next
 * change or check.
 */
export type EffectCalls = { readonly [Name in DeviceEffect]?: (value: Effects[Name]) => Eventually<unknown> };

export type EffectRunner = {
  /** Calls for each effect that differs from the one before. Nothing is called at first where nothing holds. */
  show(state: Readonly<DeviceState>): void;
  /**
   * Calls again for an effect that holds, or for all of them, because a student may have undone it. An effect
   * that does not hold is left alone: the sound may be off because the student wants that.
   */
  check(name?: DeviceEffect): void;
};

export function createEffectRunner(calls: EffectCalls): EffectRunner {
  let effects = NO_EFFECTS;
  const running = new Set<DeviceEffect>();
  const due = new Set<DeviceEffect>();

  async function carryOut<Name extends DeviceEffect>(name: Name): Promise<void> {
    const call = calls[name];
    if (call === undefined) return;
    due.add(name);
    if (running.has(name)) return;
    running.add(name);
    while (due.delete(name)) await attempt(() => call(effects[name]));
    running.delete(name);
  }

  return {
    show(state) {
      const before = effects;
      effects = effectsOf(state);
      for (const name of NAMES) if (!isSame(before[name], effects[name])) void carryOut(name);
    },
    check(name) {
      for (const each of name === undefined ? NAMES : [name])
        if (!isSame(effects[each], NO_EFFECTS[each])) void carryOut(each);
    },
  };
}

/** A lock is plain data. */
const isSame = (one: Effects[DeviceEffect], other: Effects[DeviceEffect]): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
