import styles from './step-list.module.css';

/** The steps of a dialog, with the current one, and links to the reachable ones. */
export function StepList<Step extends string>(props: {
  label: string;
  steps: readonly { key: Step; title: string }[];
  step: Step;
  mayGo: (step: Step) => boolean;
  onGo: (step: Step) => void;
}) {
  return (
    <nav aria-label={props.label}>
      <ol className={styles.steps}>
        {props.steps.map(({ key, title }, index) => (
          <li key={key}>
            <button
              type="button"
              className={styles.step}
              aria-current={key === props.step ? 'step' : undefined}
              aria-disabled={!props.mayGo(key)}
              onClick={() => props.mayGo(key) && props.onGo(key)}
            >
              <span aria-hidden="true" className={styles.number}>
                {index + 1}
              </span>
              <span className={styles.stepName}>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
