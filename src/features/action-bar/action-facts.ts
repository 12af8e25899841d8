/** The action bar's view of the selection, outside React: the possible actions and their targets. */
import {
  type Availability,
  availability,
  DEVICE_ACTIONS,
  type DeviceAction,
} from '#domain/devices/device-actions.ts';
import type { ActionTarget, TargetStore } from './action-target.ts';

export type ActionFacts = {
  available: ReadonlyMap<DeviceAction, Availability>;
  /** A device of the screen takes part in a share: it can be ended, and no other can be started. */
  isSharing: boolean;
};

const NO_TARGETS: readonly ActionTarget[] = [];

/** The devices whose share is ended: the selected ones if one of them shares, otherwise all devices. */
function sharersOf(selected: readonly ActionTarget[], all: readonly ActionTarget[]): readonly ActionTarget[] {
  const chosen = selected.filter(({ condition }) => condition.isSharing);
  return chosen.length > 0 ? chosen : all;
}

function factsOf(targets: readonly ActionTarget[], sharers: readonly ActionTarget[]): ActionFacts {
  const conditions = targets.map(({ condition }) => condition);
  const sharing = sharers.map(({ condition }) => condition);
  const available = DEVICE_ACTIONS.map(
    (action) => [action, availability(action, action === 'stopSharing' ? sharing : conditions)] as const,
  );
  return { available: new Map(available), isSharing: sharers.length > 0 };
}

const isSameAvailability = (a: Availability | undefined, b: Availability): boolean =>
  a !== undefined && (a.can ? b.can && a.partly === b.partly : !b.can && a.why === b.why);

const isSame = (a: ActionFacts, b: ActionFacts): boolean =>
  a.isSharing === b.isSharing &&
  [...b.available].every(([action, each]) => isSameAvailability(a.available.get(action), each));

/**
 * For `useObservable`: the result changes only with one of the facts, however many devices are selected.
 * `sharing`: every device of the screen that takes part in a share, selected or not.
 */
export function createActionFacts(targets: TargetStore, sharing?: TargetStore) {
  const sharers = () => sharersOf(targets.get(), sharing?.get() ?? NO_TARGETS);
  const look = () => ({ selected: targets.get(), sharing: sharing?.get() });
  let seen = look();
  let facts = factsOf(seen.selected, sharers());
  return {
    subscribe(call: () => void): () => void {
      const stops = [targets.subscribe(call), sharing?.subscribe(call)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    get(): ActionFacts {
      const now = look();
      if (now.selected === seen.selected && now.sharing === seen.sharing) return facts;
      seen = now;
      const next = factsOf(now.selected, sharers());
      if (!isSame(facts, next)) facts = next;
      return facts;
    },
    targetsOf: (action: DeviceAction): readonly ActionTarget[] =>
      action === 'stopSharing' ? sharers() : targets.get(),
  };
}
