import { useContext } from 'react';
import type { SyncJob } from '#protocol/rest/sync-job.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { JobRest } from './job-rest.ts';
import { m } from './messages.ts';

const CHANGED = { queryKey: ['syncs'] };
type NamedJob = Pick<SyncJob, 'id' | 'name'>;

/** Runs or stops a job, with a toast. Both resolve to whether it succeeded. */
export function useRun() {
  const rest = useContext(JobRest);
  const running = useWrite({
    send: ({ id, confirmed }: { id: string; confirmed: number | undefined }) => rest.run(id, confirmed),
    changed: CHANGED,
  });
  const stopping = useWrite({ send: rest.stop, changed: CHANGED });

  async function showResult(
    work: Promise<unknown>,
    words: { done: string; failed: string },
  ): Promise<boolean> {
    try {
      await work;
    } catch (error) {
      toasts.show({ type: 'error', text: `${words.failed} ${failureText(error)}`, closable: true });
      return false;
    }
    toasts.show({ type: 'success', text: words.done });
    return true;
  }
  return {
    run: ({ id, name }: NamedJob, confirmed?: number) =>
      showResult(running.mutateAsync({ id, confirmed }), {
        done: m.began({ name }),
        failed: m.notBegun({ name }),
      }),
    stop: ({ id, name }: NamedJob) =>
      showResult(stopping.mutateAsync(id), { done: m.stopping({ name }), failed: m.notStopped({ name }) }),
  };
}
