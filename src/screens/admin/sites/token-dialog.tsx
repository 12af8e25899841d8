import { shownName } from '#domain/people/shown-name.ts';
import type { SiteToken } from '#protocol/rest/admin/site.ts';
import { issueToken, revokeTokens, siteTokenQuery } from '#rest/admin/sites.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';

export type TokenAction = 'issue' | 'revoke' | 'create';

type NamedSite = { id: string; name: string };

export type TokenServices = {
  issue(siteId: string): Promise<SiteToken>;
  revoke(siteId: string): Promise<void>;
};
const LIVE: TokenServices = { issue: issueToken, revoke: revokeTokens };

const WORDS = {
  issue: {
    title: m.issueTitle,
    texts: [m.issueText],
    submit: m.issue,
    working: m.issuing,
    done: m.issued,
    cancel: m.cancel,
  },
  create: {
    title: m.secretTitle,
    texts: [m.secretText],
    submit: m.createSecret,
    working: m.creatingSecret,
    done: m.issued,
    cancel: m.skip,
  },
  revoke: {
    title: m.revokeTitle,
    texts: [m.revokeText, m.revokePages],
    submit: m.revoke,
    working: m.revoking,
    done: m.revoked,
    cancel: m.cancel,
  },
} as const satisfies Record<TokenAction, unknown>;

/** Newer links may contain an action that this version does not know. */
const isTokenAction = (action: string): action is TokenAction => Object.hasOwn(WORDS, action);

type TokenDialogProps = {
  action: string;
  site: NamedSite;
  onClose: () => void;
  /** A new token was issued. */
  onIssued: (siteId: string) => void;
  services?: TokenServices;
};

/** Asks before a token of a site is issued, or all its tokens are revoked. */
export function TokenDialog(props: TokenDialogProps) {
  const { action, onClose } = props;
  if (isTokenAction(action)) return <KnownTokenDialog {...props} action={action} />;
  const text = m.notSupported({ action });
  return (
    <Dialog label={text} width="30rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm cancelTitle={m.close}>
        <p>{text}</p>
      </DialogForm>
    </Dialog>
  );
}

function KnownTokenDialog({
  action,
  site,
  onClose,
  onIssued,
  services = LIVE,
}: TokenDialogProps & { action: TokenAction }) {
  const words = WORDS[action];
  const name = shownName(site.name, 60);
  const write = useWrite({
    send: async (siteId: string) => {
      if (action === 'revoke') await services.revoke(siteId);
      else await services.issue(siteId);
    },
    changed: { queryKey: siteTokenQuery(site.id).queryKey },
  });
  const { save, isSaving, why } = useSaving(() => write.mutateAsync(site.id));
  const end = useWhileDrawn(() => {
    onClose();
    if (action !== 'revoke') onIssued(site.id);
  });

  async function submit(): Promise<void> {
    if (!(await save(undefined))) return;
    toasts.show({ type: 'success', text: words.done({ name }) });
    end();
  }
  return (
    <Dialog label={words.title({ name })} width="34rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={words.cancel}
        onCancel={onClose}
        submit={{
          title: words.submit,
          look: action === 'revoke' ? 'danger' : 'primary',
          onSubmit: () => void submit(),
        }}
        savingTitle={isSaving ? words.working : undefined}
        failure={why}
      >
        {words.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </DialogForm>
    </Dialog>
  );
}
