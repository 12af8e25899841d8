import { type FormEvent, useEffect, useState } from 'react';
import { isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';
import type { SiteSettings } from '#protocol/rest/site-settings.ts';
import { siteSettingsQuery } from '#rest/site-settings.ts';
import { useWrite } from '#rest/use-write.ts';
import { UnsavedGuard } from '#shell/leaving/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { SwitchField } from '#ui/field/switch-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from './messages.ts';
import styles from './site-settings-screen.module.css';

const SWITCHES = ['wol', 'inventory', 'studentsWriteFirst'] as const;
type Switch = (typeof SWITCHES)[number];
const WORDS: Record<Switch, { label: string; hint: string }> = {
  wol: { label: m.wol, hint: m.wolHint },
  inventory: { label: m.inventory, hint: m.inventoryHint },
  studentsWriteFirst: { label: m.studentsWriteFirst, hint: m.studentsWriteFirstHint },
};

type State = { name: 'editable' } | { name: 'saving' } | { name: 'saved' } | { name: 'failed'; text: string };

const DISPLAY_MS = 3_000;

function failureOf(error: unknown): string {
  if (isAppError(error) && error.code === 'forbidden') return m.denied;
  return m.notSaved({ why: (isAppError(error) ? serverText(error) : undefined) ?? m.unexpected });
}

/** The saved settings, overridden by local changes. Other tutors' changes appear meanwhile. */
export function SettingsForm(props: {
  settings: SiteSettings;
  canEdit: boolean;
  send: (settings: SiteSettings) => Promise<SiteSettings>;
}) {
  const { settings: document, canEdit } = props;
  const { settings } = document;
  const [switched, setSwitched] = useState<Partial<Record<Switch, boolean>>>({});
  const [state, setState] = useState<State>({ name: 'editable' });
  const write = useWrite({
    send: props.send,
    changed: { queryKey: ['site-settings'] },
    show: (client, _input, saved) => client.setQueryData(siteSettingsQuery().queryKey, saved),
  });
  useEffect(() => {
    if (state.name !== 'saved') return;
    const timer = setTimeout(() => setState({ name: 'editable' }), DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const isOn = (each: Switch) => switched[each] ?? settings[each].enabled;
  const isChanged = SWITCHES.some((each) => isOn(each) !== settings[each].enabled);
  const isSaving = state.name === 'saving';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged) return;
    setState({ name: 'saving' });
    const changes = {
      wol: { ...settings.wol, enabled: isOn('wol') },
      inventory: { ...settings.inventory, enabled: isOn('inventory') },
      studentsWriteFirst: { ...settings.studentsWriteFirst, enabled: isOn('studentsWriteFirst') },
    };
    try {
      await write.mutateAsync({ ...document, settings: { ...settings, ...changes } });
    } catch (error) {
      setState({ name: 'failed', text: failureOf(error) });
      return;
    }
    setSwitched({});
    setState({ name: 'saved' });
  }

  function discard(): void {
    setSwitched({});
    setState({ name: 'editable' });
  }

  return (
    <>
      <form className={styles.form} aria-label={m.title} noValidate onSubmit={(event) => void submit(event)}>
        {SWITCHES.map((each) => (
          <SwitchField
            key={each}
            {...WORDS[each]}
            value={isOn(each)}
            isDisabled={!canEdit || isSaving}
            onChange={(value) => {
              setSwitched((before) => ({ ...before, [each]: value }));
              if (state.name === 'saved') setState({ name: 'editable' });
            }}
          />
        ))}
        {state.name === 'failed' ? <FailureNotice text={state.text} /> : null}
        {canEdit ? (
          <div className={styles.buttons}>
            <Button
              needsPlatform
              type="submit"
              look="primary"
              aria-disabled={!isChanged || isSaving}
              aria-description={isChanged ? undefined : m.nothingChanged}
            >
              {isSaving ? m.saving : m.save}
            </Button>
            {isChanged && !isSaving ? <Button onClick={discard}>{m.discard}</Button> : null}
            {isSaving ? <Spinner label={m.saving} size={20} isInline /> : null}
            <p role="status" className={styles.saved}>
              {state.name === 'saved' ? m.saved : ''}
            </p>
          </div>
        ) : null}
      </form>
      <UnsavedGuard isUnsaved={canEdit && isChanged} text={m.leaveText} closeLabel={m.close} />
    </>
  );
}
