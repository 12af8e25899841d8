import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import { tabPresence } from '#live/worker/tab-presence.ts';

/** Whether this tab has been hidden long enough for feeds to pause. They resume when it is visible again. */
export function useIsUnseen(): boolean {
  const [isUnseen, setUnseen] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (isVisible: boolean) => {
      clearTimeout(timer);
      timer = setTimeout(setUnseen, isVisible ? TIMING.visibleResumeMs : TIMING.hiddenPauseMs, !isVisible);
    };
    if (!tabPresence.isVisible()) follow(false);
    const stop = tabPresence.onVisibility(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return isUnseen;
}
