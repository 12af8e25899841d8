import { mdiAlertCircleOutline, mdiUpdate } from '@mdi/js';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { isAppError } from '#protocol/app-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { connectivity, isUnreachable } from './connectivity.ts';
import { failureText, m } from './messages.ts';

/** A part of the program that is not there any more, or did not arrive: every engine says it in its own words. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'ChunkLoadError' ||
      /dynamically imported module|module script failed|unable to preload/i.test(error.message))
  );
}

export function textOfFailure(error: unknown): string {
  if (!isAppError(error)) return failureText.other;
  return error.code in failureText ? failureText[error.code as keyof typeof failureText] : failureText.other;
}

/** In place of a screen that failed: what happened and what one can do. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => {
    console.error('screen', error);
  }, [error]);
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  const { offline } = useSnapshot(connectivity);
  const wasOffline = useRef(offline);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return of the platform is the occasion
  useEffect(() => {
    if (wasOffline.current && !offline && isUnreachable(error)) retry();
    wasOffline.current = offline;
  }, [offline]);
  if (isChunkError(error)) {
    return (
      <div role="alert">
        <EmptyState icon={mdiUpdate} title={m.newVersionTitle} text={m.newVersionText}>
          <Button look="primary" onClick={() => location.reload()}>
            {m.reload}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState icon={mdiAlertCircleOutline} title={m.errorTitle} text={textOfFailure(error)}>
        <Button look="primary" onClick={retry}>
          {m.retry}
        </Button>
      </EmptyState>
    </div>
  );
}
