import { useContext, useEffect, useRef, useState } from 'react';
import type { SyncJobBody, SyncPreview } from '#protocol/rest/sync-job.ts';
import { failureText } from '../../../ui/failure/failure-text.ts';
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
  const { preview: ask } = useContext(JobRest);
  const [asked, setAsked] = useState<{ about: string; state: PreviewState }>({ about, state: NONE });
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  async function look(id: string | undefined, job: SyncJobBody): Promise<void> {
    asking.current?.abort();
    const stop = new AbortController();
    asking.current = stop;
    const setState = (state: PreviewState) => setAsked({ about, state });
    setState({ name: 'reading' });
    try {
      const preview = await ask({ id, job }, stop.signal);
      if (!stop.signal.aborted) setState({ name: 'there', preview });
    } catch (error) {
      if (!stop.signal.aborted) setState({ name: 'failed', why: failureText(error) });
    }
  }
  /** Drops a preview that is stale, because the job has changed since. */
  function forget(): void {
    asking.current?.abort();
    setAsked({ about, state: NONE });
  }
  return { state: asked.about === about ? asked.state : NONE, look, forget };
}
