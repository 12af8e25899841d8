/** Requests the devices that match patterns, once typing has paused. */
import { createContext, useContext, useEffect, useState } from 'react';
import { isAppError } from '#protocol/app-error.ts';
import type { PatternMatches } from '#protocol/rest/group-counts.ts';
import { readPatternMatches } from '#rest/group-making.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { useSettled } from '#ui/use-settled.ts';

/** Tests provide their own. */
export const PatternRest = createContext({ matches: readPatternMatches });

const DEBOUNCE_MS = 300;

type Answer = { of: string } & ({ matches: PatternMatches } | { why: string });

/** The newest result stays while the next one is pending. `why`: the message of a failed request. */
export function usePatternMatches(patterns: readonly string[], isInOrder: boolean) {
  const { matches: ask } = useContext(PatternRest);
  // No pattern contains a line break. Invalid patterns are never requested, not even when corrected at once.
  const written = isInOrder ? patterns.join('\n') : undefined;
  const settled = useSettled(written, DEBOUNCE_MS);
  const [shownMatches, setShownMatches] = useState<PatternMatches>();
  const [answer, setAnswer] = useState<Answer>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round repeats the request
  useEffect(() => {
    if (settled === undefined) return;
    const asking = new AbortController();
    const { signal } = asking;
    ask(settled === '' ? [] : settled.split('\n'), signal).then(
      (matches) => {
        if (signal.aborted) return;
        setShownMatches(matches);
        setAnswer({ of: settled, matches });
      },
      (error: unknown) => {
        if (signal.aborted || (isAppError(error) && error.code === 'aborted')) return;
        setAnswer({ of: settled, why: failureText(error) });
      },
    );
    return () => asking.abort();
  }, [ask, settled, round]);
  const isNewest = answer !== undefined && answer.of === settled;
  return {
    matches: shownMatches,
    isAsking: isInOrder && (!isNewest || settled !== written),
    why: isNewest && 'why' in answer ? answer.why : undefined,
    again() {
      setAnswer(undefined);
      setRound((before) => before + 1);
    },
  };
}
