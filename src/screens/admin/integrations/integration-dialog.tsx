import type { Integration } from '#protocol/rest/integration.ts';
import { type IntegrationRest, integrationRest } from '#rest/integrations.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { ChoiceField, TextField } from '#ui/field/field.tsx';
import { SwitchField } from '#ui/field/switch-field.tsx';
import { useFields } from '#ui/field/use-fields.ts';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ConsentField } from './consent-field.tsx';
import {
  changeOf,
  type Draft,
  draftOf,
  newBodyOf,
  placeObstacle,
  placeOf,
  saveObstacle,
  testBodyOf,
  testKey,
  testObstacle,
} from './integration-draft.ts';
import { m } from './messages.ts';
import { useConnectionTest } from './use-connection-test.ts';
import { CONSENT_SERVICES, type ConsentServices, useConsent } from './use-consent.ts';

const SERVICES = [
  { value: 'google', title: m.services.google },
  { value: 'microsoft', title: m.services.microsoft },
] as const;

type Change = (part: Partial<Draft>) => void;

/** Fields that locate the directory, by its service. */
function PlaceFields({ draft, isNew, change }: { draft: Draft; isNew: boolean; change: Change }) {
  if (draft.service === 'internal') return null;
  if (draft.service === 'microsoft')
    return (
      <TextField
        label={m.tenantId}
        hint={m.tenantIdHint}
        value={draft.tenantId}
        maxLength={64}
        isRequired
        isReadOnly={!isNew}
        onChange={(tenantId) => change({ tenantId })}
      />
    );
  return (
    <>
      <TextField
        label={m.domain}
        hint={m.domainHint}
        value={draft.domain}
        maxLength={253}
        isRequired
        onChange={(domain) => change({ domain })}
      />
      <TextField
        label={m.adminEmail}
        hint={m.adminEmailHint}
        inputMode="email"
        value={draft.adminEmail}
        maxLength={254}
        isRequired
        onChange={(adminEmail) => change({ adminEmail })}
      />
    </>
  );
}

/** Adds or changes an integration: consent, test, save. */
export function IntegrationDialog(props: {
  /** Undefined for a new integration. */
  integration?: Integration | undefined;
  onClose: () => void;
  rest?: IntegrationRest;
  services?: ConsentServices;
}) {
  const { integration, onClose, rest = integrationRest, services = CONSENT_SERVICES } = props;
  const saved = draftOf(integration);
  const { fields: draft, change, isChanged } = useFields(saved);
  const consent = useConsent(services);
  const tempToken = consent.state.name === 'given' ? consent.state.tempToken : undefined;
  const test = useConnectionTest(rest.test);
  const write = useWrite({
    send: async (): Promise<void> => {
      if (integration) await rest.change(integration.id, changeOf(saved, draft, tempToken));
      else {
        const body = newBodyOf(draft, tempToken);
        if (body) await rest.add(body);
      }
    },
    changed: { queryKey: ['integrations'] },
    // Another administrator may have changed or deleted the integration meanwhile.
    readAfterFailure: true,
  });
  const { save, isSaving, why } = useSaving(() =>
    write.mutateAsync().catch((error: unknown) => {
      toasts.show({ type: 'error', text: failureText(error) });
      throw error;
    }),
  );
  const end = useWhileDrawn(onClose);
  const obstacle = saveObstacle(draft, { first: integration && saved, tested: test.tested, tempToken });
  const testBody = testBodyOf(draft, { id: integration?.id, tempToken });

  /** A consent is valid for one directory only. */
  function changePlace(part: Partial<Draft>): void {
    if (part.service !== undefined || part.tenantId !== undefined) consent.reset();
    change(part);
  }

  async function confirm(): Promise<void> {
    if (await save(undefined)) {
      toasts.show({ type: 'success', text: m.saved({ name: draft.name.trim() }) });
      end();
    }
  }
  const place = placeOf(draft);
  return (
    <Dialog
      label={integration ? m.editTitle({ name: integration.name }) : m.addTitle}
      width="560px"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={isChanged || consent.state.name !== 'none'}
      leaveText={m.leaveText}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{ title: m.save, obstacle, onSubmit: () => void confirm() }}
        savingTitle={isSaving ? m.saving : undefined}
        notice={<ConnectionNotice notice={test.notice} />}
        failure={why && `${m.notSaved} ${why}`}
        aside={
          place === undefined ? null : (
            <TestButton
              obstacle={testObstacle(draft)}
              isTesting={test.isTesting}
              onPress={() => {
                if (testBody) void test.run(testBody, testKey(draft, tempToken));
              }}
            />
          )
        }
      >
        {integration ? null : (
          <ChoiceField
            label={m.service}
            value={draft.service === 'internal' ? undefined : draft.service}
            options={SERVICES}
            onChange={(service) => changePlace({ service })}
          />
        )}
        <TextField
          label={m.name}
          hint={m.nameHint}
          value={draft.name}
          maxLength={255}
          isRequired
          onChange={(name) => change({ name })}
        />
        <PlaceFields draft={draft} isNew={integration === undefined} change={changePlace} />
        {place === undefined ? null : (
          <ConsentField
            state={consent.state}
            hasConsent={integration !== undefined}
            obstacle={placeObstacle(draft)}
            onGive={() => void consent.give(place)}
          />
        )}
        <SwitchField
          label={m.activeLabel}
          hint={m.activeHint}
          value={draft.active}
          onChange={(active) => change({ active })}
        />
      </DialogForm>
    </Dialog>
  );
}

function TestButton(props: { obstacle: string | undefined; isTesting: boolean; onPress: () => void }) {
  const { obstacle, isTesting } = props;
  return (
    <Button
      needsPlatform
      aria-disabled={obstacle !== undefined || isTesting}
      aria-description={obstacle}
      data-tip={obstacle}
      onClick={() => {
        if (obstacle === undefined && !isTesting) props.onPress();
      }}
    >
      {isTesting ? m.testing : m.test}
    </Button>
  );
}
