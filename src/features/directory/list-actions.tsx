import { useEffect, useMemo } from 'react';
import { ActionBar } from '../action-bar/action-bar.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { createHeldTargets } from '../action-bar/held-targets.ts';
import { type ListedTarget, listTargets } from './list-targets.ts';

const PLACES = {
  users: { kind: 'list', of: 'users' },
  devices: { kind: 'list', of: 'devices' },
} as const satisfies Record<string, ActionPlace>;

/** The actions for the selected rows of a site-wide list. `selected` must be a stable array. */
export function ListActions(props: {
  of: keyof typeof PLACES;
  entries: readonly ActionEntry[];
  selected: readonly ListedTarget[];
}) {
  const { selected } = props;
  const targets = useMemo(createHeldTargets, []);
  useEffect(() => targets.set(listTargets(selected)), [targets, selected]);
  return <ActionBar entries={props.entries} targets={targets} place={PLACES[props.of]} />;
}
