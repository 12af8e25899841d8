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
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import dialog from '../group-dialog.module.css';
import { failureText } from '../members/failure-text.ts';
import { m } from './messages.ts';
import { PeriodForm } from './period-form.tsx';
import { PeriodList } from './period-list.tsx';
import styles from './wake-schedule.module.css';

type Saving = { name: 'editing' } | { name: 'saving' } | { name: 'failed'; text: string };

/** Why it cannot be submitted now (WAKE-08). */
function obstacle(plan: WakePlan, first: WakePlan): string | undefined {
  if (!canSubmitPlan(plan)) return m.needsPeriods;
  return isSamePlan(plan, first) ? m.nothingChanged : undefined;
}

/** `save` throws where it failed; then everything stays as it was edited. */
export function ScheduleForm(props: {
  plan: WakePlan;
  canEdit: boolean;
  save: (plan: WakePlan) => Promise<void>;
  /** Whether something would be lost now. */
  onChanged?: (isChanged: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { canEdit, onChanged } = props;
  const [first] = useState(props.plan);
  const [plan, setPlan] = useState(first);
  const [state, setState] = useState<Saving>({ name: 'editing' });
  const isSaving = state.name === 'saving';
  const why = obstacle(plan, first);
  const isChanged = !isSamePlan(plan, first);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const isEmpty = plan.periods.length === 0 && !plan.enabled;

  async function submit(): Promise<void> {
    if (why !== undefined || isSaving) return;
    setState({ name: 'saving' });
    try {
      await props.save(plan);
    } catch (error) {
      console.warn('wake schedule', error);
      setState({ name: 'failed', text: failureText(error) });
      return;
    }
    props.onSaved();
  }

  return (
    <div className={dialog.form}>
      {canEdit ? null : (
        <p className={styles.readOnly}>
          <Icon path={mdiInformationOutline} size={18} />
          {m.readOnly}
        </p>
      )}
      <div className={dialog.content} inert={isSaving}>
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
      </div>
      {plan.enabled && plan.periods.length === 0 ? (
        <p role="status" className={styles.warning}>
          {m.needsPeriods}
        </p>
      ) : null}
      {state.name === 'failed' ? <FailureNotice text={`${m.notSaved} ${state.text}`} /> : null}
      <div className={`${dialog.buttons} ${styles.wrapping}`}>
        {canEdit ? (
          <>
            <Button
              aria-disabled={isEmpty}
              aria-description={isEmpty ? m.nothingToClear : undefined}
              onClick={() => setPlan(clearedPlan)}
            >
              {m.clear}
            </Button>
            <span className={styles.spread} />
            {isSaving ? <Spinner label={m.submitting} size={20} isInline /> : null}
          </>
        ) : null}
        <Button onClick={props.onCancel}>{canEdit ? m.cancel : m.close}</Button>
        {canEdit ? (
          <Button
            look="primary"
            aria-disabled={why !== undefined || isSaving}
            aria-description={why}
            onClick={() => void submit()}
          >
            {isSaving ? m.submitting : m.submit}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
