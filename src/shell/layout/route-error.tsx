import { mdiAlertCircleOutline } from '@mdi/js';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isAppError } from '#protocol/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { failureText, m } from '../messages.ts';
import { isUnreachable } from '../notices/connectivity.ts';
import { useWhenBack } from '../notices/use-when-back.ts';

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
  useWhenBack(() => isUnreachable(error) && retry());
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
