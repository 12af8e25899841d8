/** The cards that the screen shows now. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { shownText } from '#domain/shown-text.ts';
import { TIMING } from '#domain/timing.ts';
import type { ActionTarget } from '#features/action-bar/action-target.ts';
import { type AbsentMembers, createAbsentMembers } from '#features/device-card/absent-members.ts';
import { createSortedDevices } from '#features/device-card/sorted-devices.ts';
import type { SortKey } from '#live/device-order.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { useConnection } from '#live/use-connection.ts';
import type { Group } from '#protocol/rest/group.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { useObservable } from '#ui/use-observable.ts';
import { cardReads } from './card-reads.ts';
import { type Card, createFoundCards, mergedCards } from './cards.ts';
import { useCardsTogether } from './cards-together.ts';
import { useGroupView } from './group-view.ts';

export type Cards = {
  /** Every card, including those hidden by a search. */
  all: readonly Card[];
  shown: readonly Card[];
  /** Directory names of members who are people, by userId. */
  directoryNames: ReadonlyMap<string, string>;
  /** Number of connected devices. */
  hereCount: number;
  absent: AbsentMembers;
  /** Computers that are off and can be woken; undefined while the connected devices are unknown. */
  away: readonly ActionTarget[] | undefined;
  /** Number of absent members; undefined while the members or the connected devices are unknown. */
  absentCount: number | undefined;
  /** Whether absent members have cards of their own. */
  showsAbsent: boolean;
  /** No device has answered within the timeout. */
  isEmpty: boolean;
  /** Devices have answered, and the other data of the cards is loaded or has timed out. */
  mayDraw: boolean;
};

const NONE: readonly never[] = [];

/** Up to this size, every member has a card. In larger groups absent members would hide connected ones. */
const MAX_CLASS_SIZE = 60;

/** `hasAnswered` is true once a device has answered, or none has within ten seconds while connected. */
function useHasAnswered(count: number): { hasAnswered: boolean; isEmpty: boolean } {
  const [isOver, setOver] = useState(false);
  const isConnected = useConnection().name === 'connected';
  const before = useRef(false);
  before.current ||= count > 0;
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), TIMING.emptyGroupDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return { hasAnswered: before.current || (isOver && isConnected), isEmpty: isOver && count === 0 };
}

const useIsRead = (groupId: string): boolean =>
  useQueries({ queries: cardReads(groupId) }).every(({ isPending }) => !isPending);

/** When sorted by people, the position of a computer is known only after it has sent its user. */
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
    () => createAbsentMembers(devices, members ?? NONE, { leftAt, nowMs: Date.now }),
    [devices, members, leftAt],
  );
  const missing = useObservable(absent);
  const { hasAnswered, isEmpty } = useHasAnswered(clientIds.length);
  const showsAbsent = withAbsent ?? (members ?? NONE).length <= MAX_CLASS_SIZE;
  const shownMissing = showsAbsent && hasAnswered ? missing : NONE;
  const isKnown = members !== undefined && hasAnswered;
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
        (members ?? NONE).flatMap((member): [string, string][] =>
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
