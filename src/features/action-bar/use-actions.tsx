import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import { useRoles } from '#session/session-store.ts';
import { useObservable } from '#ui/use-observable.ts';
import type { ActionContext, ActionEntry } from './action-entry.ts';
import { type ActionFacts, createActionFacts } from './action-facts.ts';
import { type ActionPlace, markLeftTargets, type TargetStore } from './action-target.ts';
import { type ButtonState, buttonState } from './obstacle-text.ts';

export type ActionButton = { entry: ActionEntry; state: ButtonState; press: () => void };

function stateOf({ action, obstacle }: ActionEntry, facts: ActionFacts, place: ActionPlace): ButtonState {
  const state = buttonState(action, facts.available.get(action) ?? { can: false, why: 'empty' }, place);
  const inTheWay = state.canPress ? obstacle?.get(place) : undefined;
  return inTheWay === undefined ? state : { canPress: false, text: inTheWay };
}

/** Re-renders the bar when an obstacle to an action changes. */
function useObstacles(entries: readonly ActionEntry[], place: ActionPlace): void {
  const subscribe = useCallback(
    (call: () => void) => {
      const stops = entries.flatMap(({ obstacle }) => obstacle?.subscribe(call) ?? []);
      return () => {
        for (const stop of stops) stop();
      };
    },
    [entries],
  );
  useObservable({ subscribe }, () => entries.map(({ obstacle }) => obstacle?.get(place) ?? '').join('\n'));
}

/** Actions shown first for a single device; for a class, others are more frequent. */
const FIRST_OF_DEVICE: readonly DeviceAction[] = ['remoteControl', 'shareScreen', 'stopSharing', 'snapshot'];

const rankOfDevice = ({ action }: ActionEntry): number => {
  const rank = FIRST_OF_DEVICE.indexOf(action);
  return rank === -1 ? FIRST_OF_DEVICE.length : rank;
};

const ACCESS = ['shutOut', 'letIn'] as const;

/** Access is for group maintainers. Letting in is offered only where a device is shut out. */
function hiddenAccess({ available }: ActionFacts, isMaintainer: boolean): readonly DeviceAction[] {
  if (!isMaintainer) return ACCESS;
  const can = (action: DeviceAction) => available.get(action)?.can === true;
  if (!can('letIn')) return ['letIn'];
  return can('shutOut') ? [] : ['shutOut'];
}

/** The entries offered now: either starting or ending a share, and others only with their role. */
function useOfferedEntries(
  entries: readonly ActionEntry[],
  facts: ActionFacts,
  kind: ActionPlace['kind'],
): readonly ActionEntry[] {
  const { policyUser, groupMaintainer } = useRoles();
  const access = hiddenAccess(facts, groupMaintainer).join(' ');
  const { isSharing } = facts;
  return useMemo(() => {
    const hidden = new Set([
      isSharing ? 'shareScreen' : 'stopSharing',
      ...(policyUser ? [] : ['policies']),
      ...access.split(' '),
    ]);
    const offered = entries.filter(({ action }) => !hidden.has(action));
    return kind === 'device' ? offered.sort((a, b) => rankOfDevice(a) - rankOfDevice(b)) : offered;
  }, [entries, isSharing, policyUser, access, kind]);
}

/** The dialog of an action. Devices that leave while it is open are marked, and receive nothing. */
function OpenDialog(props: {
  entry: Extract<ActionEntry, { Dialog: unknown }>;
  context: ActionContext;
  now: TargetStore;
  onClose: () => void;
}) {
  const { entry, context, now } = props;
  const here = useObservable(now);
  const targets = useMemo(() => markLeftTargets(context.targets, here), [context.targets, here]);
  return <entry.Dialog {...context} targets={targets} onClose={props.onClose} />;
}

/** The buttons for the current targets, and the dialog of the pressed one. Render it while `isOpen`. */
export function useActions(props: {
  entries: readonly ActionEntry[];
  targets: TargetStore;
  place: ActionPlace;
}): { buttons: readonly ActionButton[]; dialog: ReactNode; isOpen: boolean } {
  const { targets, place } = props;
  const sharing = place.kind === 'group' ? place.sharing : undefined;
  const store = useMemo(() => createActionFacts(targets, sharing), [targets, sharing]);
  const facts = useObservable(store);
  const entries = useOfferedEntries(props.entries, facts, place.kind);
  useObstacles(entries, place);
  const [open, setOpen] = useState<{
    entry: Extract<ActionEntry, { Dialog: unknown }>;
    context: ActionContext;
  }>();
  const press = useCallback(
    (entry: ActionEntry) => {
      // Check the current state: the button may have been rendered before it changed.
      if (!stateOf(entry, store.get(), place).canPress) return;
      const context = { place, targets: store.targetsOf(entry.action) };
      if ('perform' in entry) entry.perform(context);
      else setOpen({ entry, context });
    },
    [store, place],
  );
  return {
    buttons: entries.map((entry) => ({
      entry,
      state: stateOf(entry, facts, place),
      press: () => press(entry),
    })),
    dialog:
      open === undefined ? null : (
        <OpenDialog
          entry={open.entry}
          context={open.context}
          now={targets}
          onClose={() => setOpen(undefined)}
        />
      ),
    isOpen: open !== undefined,
  };
}
