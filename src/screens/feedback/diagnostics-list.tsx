import type { FeedbackDiagnostics } from '#protocol/rest/feedback.ts';
import styles from './feedback-form.module.css';
import { diagnosticTitles, m } from './messages.ts';

/** Every value, exactly as it will be sent. */
export function DiagnosticsList({ diagnostics }: { diagnostics: FeedbackDiagnostics }) {
  return (
    <dl className={styles.diagnostics} aria-label={m.diagnostics}>
      {Object.entries(diagnostics).map(([key, value]) => (
        <div key={key} className={styles.diagnostic}>
          <dt className={styles.name}>{diagnosticTitles[key as keyof typeof diagnosticTitles]}</dt>
          <dd className={styles.value} data-diagnostic={key}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
