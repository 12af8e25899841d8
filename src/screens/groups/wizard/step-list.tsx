import type { Step } from './group-draft.ts';
import styles from './group-wizard.module.css';
import { m } from './messages.ts';

/** Where the wizard is, and the way to the steps that can be gone to. */
export function StepList(props: {
  steps: readonly Step[];
  step: Step;
  mayGo: (step: Step) => boolean;
  onGo: (step: Step) => void;
}) {
  return (
    <nav aria-label={m.steps}>
      <ol className={styles.steps}>
        {props.steps.map((each, index) => (
          <li key={each}>
            <button
              type="button"
              className={styles.step}
              aria-current={each === props.step ? 'step' : undefined}
              aria-disabled={!props.mayGo(each)}
              onClick={() => props.mayGo(each) && props.onGo(each)}
            >
              <span aria-hidden="true" className={styles.number}>
                {index + 1}
              </span>
              <span className={styles.stepName}>{m.stepNames[each]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
