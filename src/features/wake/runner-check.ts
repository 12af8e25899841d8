import { useCallback, useEffect, useState } from 'react';

export type RunnerCheck = 'checking' | 'here' | 'missing';

/** Checks for the site's runner as soon as the wake dialog opens; `again` repeats it. */
export function useRunnerCheck(ping: () => Promise<boolean | null>): { check: RunnerCheck; again(): void } {
  const [check, setCheck] = useState<RunnerCheck>('checking');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round repeats the check
  useEffect(() => {
    let isOver = false;
    const say = (isHere: boolean) => {
      if (!isOver) setCheck(isHere ? 'here' : 'missing');
    };
    setCheck('checking');
    ping().then(
      (answer) => say(answer === true),
      () => say(false),
    );
    return () => {
      isOver = true;
    };
  }, [ping, round]);
  return { check, again: useCallback(() => setRound((before) => before + 1), []) };
}
