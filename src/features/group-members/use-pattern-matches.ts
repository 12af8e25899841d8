/** Asks the platform which devices patterns mean, once nothing was typed for a moment. */
import { createContext, useContext, useEffect, useState } from 'react';
import { isAppError } from '#protocol/app-error.ts';
import type { PatternMatches } from '#protocol/rest/group-counts.ts';
import { readPatternMatches } from '../../rest/group-making.ts';
import { failureText } from '../../ui/failure/failure-text.ts';
import { useSettled } from '../../ui/use-settled.ts';

/** Tests hand in their own. */
export const PatternRest = createContext({ matches: readPatternMatches });

const QUIET_MS = 300;

/** `of`: the patterns that it is the answer to. */
type Answer = { of: string } & ({ matches: PatternMatches } | { why: string });

/** The newest answer stays while the next one is awaited. `why`: what to tell where that has failed. */
export function usePatternMatches(patterns: readonly string[], isInOrder: boolean) {
  const { matches: ask } = useContext(PatternRest);
  // A line break is in no pattern. What the platform would refuse is never asked, also when it is mended at once.
  const written = isInOrder ? patterns.join('\n') : undefined;
  const wanted = useSettled(written, QUIET_MS);
  const [known, setKnown] = useState<PatternMatches>();
  const [answer, setAnswer] = useState<Answer>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks once more
  useEffect(() => {
    if (wanted === undefined) return;
    const asking = new AbortController();
    const { signal } = asking;
    ask(wanted === '' ? [] : wanted.split('\n'), signal).then(
      (matches) => {
        if (signal.aborted) return;
        setKnown(matches);
        setAnswer({ of: wanted, matches });
      },
      (error: unknown) => {
        if (signal.aborted || (isAppError(error) && error.code === 'aborted')) return;
        setAnswer({ of: wanted, why: failureText(error) });
      },
    );
    return () => asking.abort();
  }, [ask, wanted, round]);
  const isNewest = answer !== undefined && answer.of === wanted;
  return {
    matches: known,
    isAsking: isInOrder && (!isNewest || wanted !== written),
    why: isNewest && 'why' in answer ? answer.why : undefined,
    again() {
      setAnswer(undefined);
      setRound((before) => before + 1);
    },
  };
}
