import { useEffect, useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** A device that has confirmed an alias reports it within this time, perhaps in another form. */
const MAX_WAIT_MS = 5_000;

type Pending = { alias: string; run: ActionRun };

/** Shows a sent alias on the card until the device reports or rejects it. */
export function usePendingAlias(client: LiveClient) {
  const [pending, setPending] = useState<Pending>();
  const { clientId } = client;
  const reported = client.info?.alias?.trim() ?? '';
  const isReported = pending?.alias === reported;
  useEffect(() => {
    if (pending === undefined) return;
    if (isReported) return setPending(undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { ended, answers } = pending.run.get();
      if (answers.get(clientId)?.state === 'confirmed')
        timer ??= setTimeout(() => setPending(undefined), MAX_WAIT_MS);
      else if (ended) setPending(undefined);
    };
    const stop = pending.run.subscribe(look);
    look();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [pending, isReported, clientId]);
  return {
    /** Undefined: no change is pending. Empty: the alias is being removed. */
    alias: pending === undefined ? undefined : shownText(pending.alias),
    expect: (alias: string, run: ActionRun) => setPending({ alias, run }),
  };
}
