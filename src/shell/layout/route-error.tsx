import { mdiAlertCircleOutline } from '@mdi/js';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { m } from '../messages.ts';
import { isUnreachable } from '../notices/connectivity.ts';
import { useWhenBack } from '../notices/use-when-back.ts';

/** Rendered in place of a screen that failed: the error, and ways to go on. */
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
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back();
    else router.history.push('/');
  };
  useWhenBack(() => isUnreachable(error) && retry());
  return (
    <div role="alert" data-failed-part="page">
      <EmptyState icon={mdiAlertCircleOutline} title={m.errorTitle} text={failureText(error)}>
        <Button look="primary" onClick={retry}>
          {m.retry}
        </Button>
        <Button onClick={goBack}>{router.history.canGoBack() ? m.back : m.startPage}</Button>
      </EmptyState>
    </div>
  );
}
