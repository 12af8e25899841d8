import { shownText } from '#domain/shown-text.ts';
import type { ExchangeTarget } from '#peer/files/file-record.ts';
import styles from './forms.module.css';
import { m } from './messages.ts';

/** A single device by its name, several by their number. */
export function AudienceLine({ word, audience }: { word: string; audience: readonly ExchangeTarget[] }) {
  const [only] = audience;
  return (
    <p className={styles.whom}>
      {word}{' '}
      <strong>
        {audience.length === 1 && only !== undefined ? (
          <bdi>{shownText(only.name)}</bdi>
        ) : (
          m.devicesCount({ count: audience.length })
        )}
      </strong>
    </p>
  );
}
