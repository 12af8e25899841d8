import { useContext, useEffect, useRef, useState } from 'react';
import type { SyncJobBody, SyncPreview } from '#protocol/rest/sync-job.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { JobRest } from './job-rest.ts';

export type PreviewState =
  | { name: 'none' }
  | { name: 'reading' }
  | { name: 'there'; preview: SyncPreview }
  | { name: 'failed'; why: string };

const NONE: PreviewState = { name: 'none' };

/**
 * Runs one preview at a time. A new preview cancels the one before, and unmounting cancels the last one.
 * `about` identifies the saved version of the job: a preview of another version is not shown.
 */
export function usePreview(about = '') {
  const { preview: requestPreview } = useContext(JobRest);
  const [newest, setNewest] = useState<{ about: string; state: PreviewState }>({ about, state: NONE });
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  async function look(id: string | undefined, job: SyncJobBody): Promise<void> {
    request.current?.abort();
    const stop = new AbortController();
    request.current = stop;
    const setState = (state: PreviewState) => setNewest({ about, state });
    setState({ name: 'reading' });
    try {
      const preview = await requestPreview({ id, job }, stop.signal);
      if (!stop.signal.aborted) setState({ name: 'there', preview });
    } catch (error) {
      if (!stop.signal.aborted) setState({ name: 'failed', why: failureText(error) });
    }
  }
  /** Drops a preview that is stale, because the job has changed since. */
  function forget(): void {
    request.current?.abort();
    setNewest({ about, state: NONE });
  }
  return { state: newest.about === about ? newest.state : NONE, look, forget };
}
