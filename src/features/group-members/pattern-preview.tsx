import { Button } from '#ui/button.tsx';
import { FieldError, FieldHint } from '#ui/field/field-parts.tsx';
import styles from './member-fields.module.css';
import { m } from './messages.ts';
import { usePatternMatches } from './use-pattern-matches.ts';

/** The devices that the patterns match now, according to the platform. */
export function PatternPreview(props: {
  patterns: readonly string[];
  /** The platform would accept the patterns. */
  isInOrder: boolean;
}) {
  const { matches, isAsking, why, again } = usePatternMatches(props.patterns, props.isInOrder);
  const rest = (matches?.count ?? 0) - (matches?.devices.length ?? 0);
  return (
    <section aria-label={m.matchingDevices} aria-busy={isAsking} className={styles.preview}>
      <p role="status" className={styles.sideTitle}>
        {!props.isInOrder ? m.matchesRefused : matches === undefined ? m.matchesAsked : m.matching(matches)}
      </p>
      {why === undefined ? null : (
        <>
          <FieldError>{`${m.matchesFailed} ${why}`}</FieldError>
          <div>
            <Button onClick={again}>{m.tryAgain}</Button>
          </div>
        </>
      )}
      {matches === undefined || !props.isInOrder ? null : matches.count === 0 ? (
        <FieldHint>{m.noneMatches}</FieldHint>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard
        <ul className={styles.matches} tabIndex={0} aria-label={m.matchingDevices} data-asking={isAsking}>
          {matches.devices.map((device) => (
            <li key={device.id} className={styles.match}>
              <bdi>{device.hostname}</bdi>
            </li>
          ))}
          {rest > 0 ? <li className={styles.match}>{m.csvMore({ count: rest })}</li> : null}
        </ul>
      )}
    </section>
  );
}
