import { useQuery } from '@tanstack/react-query';
import { shownName } from '#domain/people/shown-name.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { replaceRunnerToken, runnerTokenQuery } from '#rest/admin/site-runners.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { m } from '../messages.ts';
import { RunnerToken } from './runner-token.tsx';

const WORDS = { loading: m.tokenLoading, failed: m.tokenNotRead, retry: m.tryAgain };

/** Asks before the token is replaced, because the program that uses the old one is disconnected at once. */
function Replacement(props: { runner: SiteRunner; send: typeof replaceRunnerToken }) {
  const { runner, send } = props;
  const write = useWrite({
    send,
    changed: { queryKey: ['site-runners'] },
    show: (client, _, { secret }) => client.setQueryData(runnerTokenQuery(runner).queryKey, { secret }),
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  async function replace(): Promise<boolean> {
    const isDone = await save(runner.id);
    if (isDone) toasts.show({ type: 'success', text: m.replaced });
    return isDone;
  }
  return (
    <AskFirst
      title={m.replace}
      question={m.replaceText}
      keepTitle={m.keep}
      goTitle={m.replaceNow}
      goingTitle={m.replacing}
      isGoing={isSaving}
      failure={why && `${m.notReplaced} ${why}`}
      onGo={replace}
    />
  );
}

/** Shows the token of a runner and how to install it. `send`: replaced in tests. */
export function RunnerTokenDialog(props: {
  runner: SiteRunner;
  onClose: () => void;
  send?: typeof replaceRunnerToken;
}) {
  const { runner, onClose, send = replaceRunnerToken } = props;
  const reading = useQuery(runnerTokenQuery(runner));
  return (
    <Dialog
      label={m.tokenTitle({ name: shownName(runner.name, 60) })}
      width="624px"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogEditor cancelTitle={m.close} onCancel={onClose}>
        <ListReader reading={reading} words={WORDS}>
          {({ secret }) =>
            secret === null ? (
              <>
                <p>{m.tokenUnreadable}</p>
                <Replacement runner={runner} send={send} />
              </>
            ) : (
              <RunnerToken secret={secret}>
                <Replacement runner={runner} send={send} />
              </RunnerToken>
            )
          }
        </ListReader>
      </DialogEditor>
    </Dialog>
  );
}
