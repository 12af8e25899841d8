/** Which cards the screen shows now. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { shownText } from '#domain/shown-text.ts';
import { TIMING } from '#domain/timing.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { ActionTarget } from '../../features/action-bar/action-target.ts';
import { type AbsentMembers, createAbsentMembers } from '../../features/device-card/absent-members.ts';
import { createSortedDevices } from '../../features/device-card/sorted-devices.ts';
import type { SortKey } from '../../live/device-order.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { useConnection } from '../../live/use-connection.ts';
import { groupMembersQuery } from '../../rest/group-members.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { cardReads } from './card-reads.ts';
import { type Card, createFoundCards, mergedCards } from './cards.ts';
import { useCardsTogether } from './cards-together.ts';
import { useGroupView } from './group-view.ts';

export type Cards = {
  /** Every card, also those that a search hides. */
  all: readonly Card[];
  shown: readonly Card[];
  /** The directory's names of members who are people, by userId. */
  directoryNames: ReadonlyMap<string, string>;
  /** Devices that are connected. */
  hereCount: number;
  absent: AbsentMembers;
  /** The computers that are off and can be woken; undefined while it is not known which devices are connected. */
  away: readonly ActionTarget[] | undefined;
  /** The number of absent members; undefined while the members or the connected devices are not known. */
  absentCount: number | undefined;
  /** Whether they have cards of their own among the others. */
  showsAbsent: boolean;
  /** No device has answered for so long that none will. */
  isEmpty: boolean;
  /** Devices have been heard, and what else their cards need has come, or has been waited for long enough. */
  mayDraw: boolean;
};

const NOBODY: readonly never[] = [];

/** In a class every member has a card. In a larger group the connected few would be lost among hundreds of absent members. */
const MAX_CLASS_SIZE = 60;

/** `hasHeard` is true once a device has answered, or none has within ten seconds while connected. */
function useHasHeard(count: number): { hasHeard: boolean; isEmpty: boolean } {
  const [isOver, setOver] = useState(false);
  const isConnected = useConnection().name === 'connected';
  const before = useRef(false);
  before.current ||= count > 0;
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), TIMING.emptyGroupDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return { hasHeard: before.current || (isOver && isConnected), isEmpty: isOver && count === 0 };
}

const useIsRead = (groupId: string): boolean =>
  useQueries({ queries: cardReads(groupId) }).every(({ isPending }) => !isPending);

/** By people, the place of a computer is known when it says who sits at it. */
const isPlaceKnown = ({ definitionName }: Group, sort: SortKey) =>
  definitionName === 'userGroup' || sort === 'device';

export function useCards(watch: GroupWatch, group: Group): Cards {
  const groupId = group.id;
  const { devices } = watch;
  const { view, eventBells } = useGroupView();
  const { sort, withAbsent, query, filters } = useSnapshot(view);
  const sorted = useMemo(() => createSortedDevices(devices, sort), [devices, sort]);
  const clientIds = useObservable(sorted, sorted.ids);
  const { data: members } = useQuery(groupMembersQuery(groupId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new watch has seen no member leave yet
  const leftAt = useMemo(() => new Map<string, number>(), [devices]);
  const absent = useMemo(
    () => createAbsentMembers(devices, members ?? NOBODY, { leftAt, nowMs: Date.now }),
    [devices, members, leftAt],
  );
  const missing = useObservable(absent);
  const { hasHeard, isEmpty } = useHasHeard(clientIds.length);
  const showsAbsent = withAbsent ?? (members ?? NOBODY).length <= MAX_CLASS_SIZE;
  const shownMissing = showsAbsent && hasHeard ? missing : NOBODY;
  const isKnown = members !== undefined && hasHeard;
  const away = useMemo(
    () => (isKnown ? missing.flatMap(({ target }) => target ?? []) : undefined),
    [isKnown, missing],
  );
  const all = useMemo(
    () => mergedCards(clientIds, shownMissing, { devices, sort }),
    [clientIds, shownMissing, devices, sort],
  );
  const found = useMemo(
    () => createFoundCards(all, { query, filters }, devices, eventBells),
    [all, query, filters, devices, eventBells],
  );
  const mayDraw = useCardsTogether({
    count: clientIds.length,
    isRead: useIsRead(groupId),
    isComplete: missing.length === 0,
    hasPlaces: showsAbsent && isPlaceKnown(group, sort),
  });
  const directoryNames = useMemo(
    () =>
      new Map(
        (members ?? NOBODY).flatMap((member): [string, string][] =>
          member.kind === 'user' ? [[member.id, shownText(member.name)]] : [],
        ),
      ),
    [members],
  );
  return {
    all,
    directoryNames,
    shown: useObservable(found),
    hereCount: clientIds.length,
    absent,
    away,
    absentCount: isKnown ? missing.length : undefined,
    showsAbsent,
    isEmpty,
    mayDraw,
  };
}
