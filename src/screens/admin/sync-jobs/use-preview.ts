import { useContext, useEffect, useRef, useState } from 'react';
import type { SyncJobBody, SyncPreview } from '#protocol/rest/sync-job.ts';
import { failureText } from '../../../ui/failure/failure-text.ts';
import { JobRest } from './job-rest.ts';

export type PreviewState =
  | { name: 'none' }
  | { name: 'reading' }
  | { name: 'there'; preview: SyncPreview }
  | { name: 'failed'; why: string };

/** One preview at a time; the one before is broken off, and so is the last when what shows it goes. */
export function usePreview() {
  const { preview: ask } = useContext(JobRest);
  const [state, setState] = useState<PreviewState>({ name: 'none' });
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  async function look(id: string | undefined, job: SyncJobBody): Promise<void> {
    asking.current?.abort();
    const stop = new AbortController();
    asking.current = stop;
    setState({ name: 'reading' });
    try {
      const preview = await ask({ id, job }, stop.signal);
      if (!stop.signal.aborted) setState({ name: 'there', preview });
    } catch (error) {
      if (!stop.signal.aborted) setState({ name: 'failed', why: failureText(error) });
    }
  }
  /** What it told is of a job that has changed since. */
  function forget(): void {
    asking.current?.abort();
    setState({ name: 'none' });
  }
  return { state, look, forget };
}
