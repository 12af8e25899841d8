import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MAX_EMAIL, parseInvites, singleInvite } from '#domain/people/invite-list.ts';
import { isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';
import type { Integration } from '#protocol/rest/integration.ts';
import { integrationsQuery } from '#rest/integrations.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { ChoiceField, TextAreaField, TextField } from '#ui/field/field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from '../messages.ts';
import styles from './invite.module.css';
import { InviteFile } from './invite-file.tsx';
import type { InviteRest } from './invite-rest.ts';
import {
  allFailed,
  bulkBody,
  type InviteDraft,
  type InviteResult,
  inviteObstacle,
  resultsOf,
  summaryOf,
} from './invite-result.ts';
import { InviteRoles } from './invite-roles.tsx';

/** Browsers silently cut longer texts, so the limit is above any list of 200 people with their names. */
const MAX_TEXT = 500_000;
/** An address with its owner's name, as copied from mail programs. */
const MAX_ONE = 2 * MAX_EMAIL;
const SOURCE_WORDS = { loading: m.loadingSources, failed: m.sourcesFailed, retry: m.retry };
const MODES = [
  { value: 'single', title: m.single },
  { value: 'bulk', title: m.bulk },
] as const;

type FormProps = {
  draft: InviteDraft;
  rest: InviteRest;
  onDraft: (draft: InviteDraft) => void;
  onResults: (results: readonly InviteResult[]) => void;
  onClose: () => void;
};

function useInvites({ draft, rest, onResults, onClose }: FormProps) {
  const changed = { queryKey: ['tutors'] };
  const one = useWrite({ send: rest.one, changed });
  const many = useWrite({ send: rest.several, changed });
  const [why, setWhy] = useState<string>();
  const end = useWhileDrawn(onClose);
  const single = useSaving(async () => {
    setWhy(undefined);
    try {
      await one.mutateAsync({ email: singleInvite(draft.email) ?? '', integrationId: draft.sourceId ?? '' });
    } catch (error) {
      setWhy(inviteFailure(error, m.singleFailed));
      return;
    }
    toasts.show({ type: 'success', text: m.singleDone });
    end();
  });
  const bulk = useSaving(async () => {
    const list = parseInvites(draft.emails);
    try {
      const answer = await many.mutateAsync(bulkBody(draft));
      toasts.show(summaryOf(answer, list.refused.length));
      onResults(resultsOf(list, answer));
    } catch (error) {
      const text = inviteFailure(error, m.bulkFailed);
      toasts.show({ type: 'error', text });
      onResults(allFailed([...list.addresses, ...list.refused], text));
    }
  });
  return draft.mode === 'single' ? { ...single, why } : { ...bulk, why: undefined };
}

/** Prefers the platform's own text, because it includes errors of the directory. */
function inviteFailure(error: unknown, words: string): string {
  const platformText = isAppError(error) ? serverText(error) : undefined;
  return (
    platformText ?? failureText(error, { other: words, server: words, unreachable: m.unreachable({ words }) })
  );
}

export function InviteForm(props: FormProps) {
  const { draft, onDraft } = props;
  const set = (change: Partial<InviteDraft>) => onDraft({ ...draft, ...change });
  const sources = useQuery(integrationsQuery());
  const saving = useInvites(props);
  const isBulk = draft.mode === 'bulk';
  function send(): void {
    if (isBulk && parseInvites(draft.emails).addresses.length === 0)
      toasts.show({ type: 'warning', text: m.noValidEmail });
    else void saving.save(undefined);
  }
  return (
    <DialogForm
      cancelTitle={m.cancel}
      submit={{ title: m.send, obstacle: inviteObstacle(draft), onSubmit: send }}
      savingTitle={saving.isSaving ? m.inviting : undefined}
      failure={saving.why}
    >
      <ChoiceField label={m.mode} value={draft.mode} options={MODES} onChange={(mode) => set({ mode })} />
      {isBulk ? (
        <Emails value={draft.emails} onChange={(emails) => set({ emails })} />
      ) : (
        <Email value={draft.email} onChange={(email) => set({ email })} />
      )}
      <ListReader reading={sources} words={SOURCE_WORDS}>
        {(all) => <Source all={all} value={draft.sourceId} onChange={(sourceId) => set({ sourceId })} />}
      </ListReader>
      <p className={styles.info}>{m.unknownUntilLogin}</p>
      {isBulk ? <InviteRoles draft={draft} onChange={set} /> : null}
    </DialogForm>
  );
}

function Email(props: { value: string; onChange: (email: string) => void }) {
  const typed = props.value.trim();
  // Report only text that looks complete, because a user who is still typing has made no mistake yet.
  const isWrong = /^[^@]*@.*\.../.test(typed) && singleInvite(typed) === undefined;
  return (
    <TextField
      label={m.email}
      hint={m.emailHint}
      inputMode="email"
      maxLength={MAX_ONE}
      value={props.value}
      onChange={props.onChange}
      {...(isWrong && { error: m.needsEmail })}
    />
  );
}

function Emails(props: { value: string; onChange: (emails: string) => void }) {
  const { value } = props;
  const { addresses, refused } = useMemo(() => parseInvites(value), [value]);
  // The last entry may be incomplete.
  const wrong = refused.filter((entry) => !value.trimEnd().endsWith(entry));
  return (
    <>
      <TextAreaField
        label={m.emails}
        hint={
          addresses.length === 0 ? m.emailsHint : `${m.emailsHint} ${m.countOf({ count: addresses.length })}`
        }
        error={wrong.length === 0 ? undefined : m.notAddresses({ entries: wrong })}
        maxLength={MAX_TEXT}
        maxRows={8}
        value={value}
        onChange={props.onChange}
      />
      <InviteFile onAdd={(found) => props.onChange([value.trim(), ...found].filter(Boolean).join('\n'))} />
    </>
  );
}

function Source(props: {
  all: readonly Integration[];
  value: string | undefined;
  onChange: (id: string) => void;
}) {
  const active = props.all.filter(({ disabled }) => !disabled);
  if (active.length === 0) return <p role="alert">{m.noSources}</p>;
  return (
    <SelectField
      label={m.source}
      placeholder={m.choosePlaceholder}
      value={props.value}
      options={active.map(({ id, name }) => ({ value: id, title: name }))}
      onChange={props.onChange}
    />
  );
}
