import { useEffect, useRef, useState } from 'react';
import { TIMING } from '#domain/timing.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { ConsentAnswer, ConsentBody } from '#protocol/rest/integration.ts';
import { type IntegrationRest, integrationRest } from '#rest/integrations.ts';
import { type ConsentRequests, consentRequests } from '#session/consent-requests.ts';
import { waitForAnswer } from '#session/wait-for-answer.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { type DirectoryWindow, openDirectoryWindow } from './directory-window.ts';

export type ConsentState =
  | { name: 'none' }
  | { name: 'opening' }
  /** `blockedUrl`: the browser blocked the window, so the user can open this address instead. */
  | { name: 'waiting'; isSpinning: boolean; isClosed: boolean; blockedUrl: string | undefined }
  /** The answer has arrived, and the platform is checking it. */
  | { name: 'checking' }
  | { name: 'given'; tempToken: string }
  | { name: 'failed'; text: string };

export type ConsentServices = {
  rest: Pick<IntegrationRest, 'begin' | 'finish'>;
  requests: ConsentRequests;
  clock: Clock;
  openWindow(): DirectoryWindow | undefined;
  onStorage(changed: () => void): () => void;
};

function onStorage(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

export const CONSENT_SERVICES: ConsentServices = {
  rest: integrationRest,
  requests: consentRequests,
  clock: systemClock,
  openWindow: openDirectoryWindow,
  onStorage,
};

/** The consent of a form. `give` requests it in a separate window. Unmounting the form cancels it. */
export function useConsent(services: ConsentServices) {
  const [state, setState] = useState<ConsentState>({ name: 'none' });
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  function reset(): void {
    stop.current();
    setState({ name: 'none' });
  }

  /** Must be called in the click handler: otherwise the browser blocks the window. */
  async function give(body: ConsentBody): Promise<void> {
    const opened = services.openWindow();
    stop.current();
    const ends: (() => void)[] = [];
    let isOver = false;
    stop.current = () => {
      if (isOver) return;
      isOver = true;
      for (const end of ends) end();
      services.requests.forget();
    };
    setState({ name: 'opening' });
    try {
      const begun = await services.rest.begin(body);
      if (isOver) return opened?.close();
      if (!services.requests.begin(begun.state)) throw new Error('no room to store the request');
      opened?.go(begun.url);
      const blockedUrl = opened === undefined ? begun.url : undefined;
      setState({ name: 'waiting', isSpinning: opened !== undefined, isClosed: false, blockedUrl });
      const answer = await answerOf(begun.state, opened, ends);
      setState({ name: 'checking' });
      const tempToken = await services.rest.finish(begun.id, answer);
      if (!isOver) setState({ name: 'given', tempToken });
    } catch (error) {
      if (isOver) return;
      opened?.close();
      console.warn('consent', error);
      setState({ name: 'failed', text: failureText(error) });
    }
  }

  function answerOf(
    state: string,
    opened: DirectoryWindow | undefined,
    ends: (() => void)[],
  ): Promise<ConsentAnswer> {
    const change = (part: { isSpinning?: boolean; isClosed?: boolean }) =>
      setState((before) => (before.name === 'waiting' ? { ...before, ...part } : before));
    return new Promise((resolve) => {
      const stopWatching =
        opened && whenClosed(services.clock, opened, () => change({ isSpinning: false, isClosed: true }));
      ends.push(() => stopWatching?.());
      ends.push(
        waitForAnswer<ConsentAnswer>({
          clock: services.clock,
          look: () => services.requests.take(state),
          onStorage: services.onStorage,
          onResult(answer) {
            stopWatching?.();
            resolve(answer);
          },
          onSpinnerStop: () => change({ isSpinning: false }),
        }),
      );
    });
  }

  return { state, give, reset };
}

/**
 * Polls, because browsers send no event. A provider's page may only appear closed, so the form still waits.
 */
function whenClosed(clock: Clock, opened: DirectoryWindow, then: () => void): () => void {
  let cancel = () => {};
  const look = () => {
    if (opened.isClosed()) then();
    else cancel = clock.after(TIMING.identityPollMs, look);
  };
  cancel = clock.after(TIMING.identityPollMs, look);
  return () => cancel();
}
