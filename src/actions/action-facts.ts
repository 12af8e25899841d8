/** What an action bar needs of the selection, outside React: what each action could do now. */
import {
  type Availability,
  availability,
  DEVICE_ACTIONS,
  type DeviceAction,
} from '#domain/device-actions.ts';
import type { ActionTarget, TargetStore } from './action-target.ts';

export type ActionFacts = {
  available: ReadonlyMap<DeviceAction, Availability>;
  /** Some device takes part in a share: it can be ended, and no other one begun (ACT-05). */
  isSharing: boolean;
};

function factsOf(targets: readonly ActionTarget[]): ActionFacts {
  const conditions = targets.map(({ condition }) => condition);
  return {
    available: new Map(DEVICE_ACTIONS.map((action) => [action, availability(action, conditions)])),
    isSharing: conditions.some(({ isSharing }) => isSharing),
  };
}

const isSameAvailability = (a: Availability | undefined, b: Availability): boolean =>
  a !== undefined && (a.can ? b.can && a.partly === b.partly : !b.can && a.why === b.why);

const isSame = (a: ActionFacts, b: ActionFacts): boolean =>
  a.isSharing === b.isSharing &&
  [...b.available].every(([action, each]) => isSameAvailability(a.available.get(action), each));

/** For `useSyncExternalStore`: another answer only when one of the facts is another one, however many are selected. */
export function createActionFacts(targets: TargetStore) {
  let seen = targets.get();
  let facts = factsOf(seen);
  return {
    subscribe: targets.subscribe,
    get(): ActionFacts {
      const now = targets.get();
      if (now === seen) return facts;
      seen = now;
      const next = factsOf(now);
      if (!isSame(facts, next)) facts = next;
      return facts;
    },
  };
}
