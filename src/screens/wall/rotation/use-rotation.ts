/** Switches to the next group's wall after an interval. User input on this wall delays it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { TURN_SECONDS, turnAfter } from '#domain/wall/rotation.ts';
import { useVisibleGroups } from '#shell/groups/visible-groups.ts';

export type RotationState = {
  /** Starts at 1; 0 if this group is not part of the rotation. */
  at: number;
  of: number;
  nextTitle: string;
  /** Whole seconds until the next group. */
  secondsLeft: number;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  showNext: () => void;
};

/** Input that counts as user activity. */
const USER_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Undefined if there is no other group to show. `isHeld`: pauses it. */
export function useRotation(groupId: string, isHeld: boolean): RotationState | undefined {
  const { groups, every = TURN_SECONDS.initial } = useSearch({ from: '/console/group/$groupId/grid' });
  const visible = useVisibleGroups().groups;
  const navigate = useNavigate();
  const turn = useMemo(
    () => groups && turnAfter(groups, new Set(visible.map(({ id }) => id)), groupId),
    [groups, visible, groupId],
  );
  const next = turn?.next;
  const [isPaused, setPaused] = useState(false);
  const [secondsLeft, setSecondsLeft] = useState(every);
  const showNext = useCallback(() => {
    if (next === undefined) return;
    void navigate({
      to: '/group/$groupId/grid',
      params: { groupId: next },
      // The filter is dropped, because it names devices of this group.
      search: ({ groups: all, every: seconds }) => ({ groups: all, every: seconds }),
      replace: true,
    });
  }, [navigate, next]);
  const isWaiting = next !== undefined && !isPaused && !isHeld;
  useEffect(() => {
    if (!isWaiting) return;
    let left = every;
    setSecondsLeft(left);
    const timer = setInterval(() => {
      // A hidden page stays on its group.
      if (document.visibilityState !== 'visible') return;
      left -= 1;
      setSecondsLeft(left);
      if (left <= 0) showNext();
    }, 1_000);
    const restart = () => {
      left = every;
    };
    for (const type of USER_EVENTS) addEventListener(type, restart, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const type of USER_EVENTS) removeEventListener(type, restart, { capture: true });
    };
  }, [isWaiting, every, showNext]);
  if (turn === undefined) return undefined;
  const nextTitle = visible.find(({ id }) => id === next)?.title ?? '';
  return {
    at: turn.at,
    of: turn.of,
    nextTitle,
    secondsLeft,
    isPaused: isPaused || isHeld,
    setPaused,
    showNext,
  };
}
