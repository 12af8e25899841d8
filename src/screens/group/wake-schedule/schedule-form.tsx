import { mdiInformationOutline } from '@mdi/js';
import { useEffect, useState } from 'react';
import {
  canSubmitPlan,
  clearedPlan,
  isSamePlan,
  type WakePlan,
  withoutPeriod,
  withPeriods,
} from '#domain/devices/wake-schedule.ts';
import { Button } from '#ui/button.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { failureWords } from '../messages.ts';
import { m } from './messages.ts';
import { PeriodForm } from './period-form.tsx';
import { PeriodList } from './period-list.tsx';
import styles from './wake-schedule.module.css';

/** Why the plan cannot be submitted. */
function obstacle(plan: WakePlan, first: WakePlan): string | undefined {
  if (!canSubmitPlan(plan)) return m.needsPeriods;
  return isSamePlan(plan, first) ? m.nothingChanged : undefined;
}

/** `save` throws on failure; the form then keeps its content. */
export function ScheduleForm(props: {
  plan: WakePlan;
  canEdit: boolean;
  /** Wake-on-LAN is switched off for the site. */
  isSwitchedOff?: boolean;
  save: (plan: WakePlan) => Promise<void>;
  /** Whether there are unsaved changes. */
  onChanged?: (isChanged: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { canEdit, onChanged } = props;
  const [first] = useState(props.plan);
  const [plan, setPlan] = useState(first);
  const { save, isSaving, why: failure } = useSaving(props.save, failureWords);
  const why = obstacle(plan, first);
  const isChanged = !isSamePlan(plan, first);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const isEmpty = plan.periods.length === 0 && !plan.enabled;

  async function submit(): Promise<void> {
    if (await save(plan)) props.onSaved();
  }

  return (
    <DialogEditor
      cancelTitle={canEdit ? m.cancel : m.close}
      onCancel={props.onCancel}
      submit={canEdit ? { title: m.submit, obstacle: why, onSubmit: () => void submit() } : undefined}
      savingTitle={isSaving ? m.submitting : undefined}
      failure={failure && `${m.notSaved} ${failure}`}
      aside={
        canEdit ? (
          <>
            <Button
              aria-disabled={isEmpty}
              aria-description={isEmpty ? m.nothingToClear : undefined}
              onClick={() => setPlan(clearedPlan)}
            >
              {m.clear}
            </Button>
            <span className={styles.spread} />
          </>
        ) : null
      }
    >
      {canEdit ? null : (
        <p className={styles.readOnly}>
          <Icon path={mdiInformationOutline} size={18} />
          {m.readOnly}
        </p>
      )}
      {props.isSwitchedOff ? (
        <p role="status" className={styles.warning}>
          {m.switchedOff}
        </p>
      ) : null}
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={plan.enabled}
          checked={plan.enabled}
          disabled={!canEdit}
          onChange={(event) => setPlan({ ...plan, enabled: event.currentTarget.checked })}
        />
        {m.enabled}
      </label>
      <p className={styles.hint}>{m.timesOf}</p>
      <PeriodList
        periods={plan.periods}
        onRemove={canEdit ? (period) => setPlan(withoutPeriod(plan, period)) : undefined}
      />
      {canEdit ? <PeriodForm onAdd={(days, time) => setPlan(withPeriods(plan, days, time))} /> : null}
      {plan.enabled && plan.periods.length === 0 ? (
        <p role="status" className={styles.warning}>
          {m.needsPeriods}
        </p>
      ) : null}
    </DialogEditor>
  );
}
