import { shownText } from '#domain/shown-text.ts';
import type { Display } from '#protocol/feedback.ts';
import { m } from '../messages.ts';
import styles from './display-switcher.module.css';

const titleOf = (display: Display, number: number) => {
  const title = shownText(display.name ?? '', 60) || m.displayNumber({ number });
  return display.primary ? m.primaryDisplay({ title }) : title;
};

/** One button per display, for devices with more than one display. */
export function DisplaySwitcher(props: {
  name: string;
  displays: readonly Display[];
  /** Undefined or an unknown id: the primary display. */
  chosen: string | undefined;
  /** Undefined: the primary display. */
  onChoose: (displayId: string | undefined) => void;
}) {
  const { displays } = props;
  const primary = displays.find((display) => display.primary) ?? displays[0];
  const current = displays.find((display) => display.id === props.chosen) ?? primary;
  return (
    <fieldset className={styles.displays}>
      <legend className="visually-hidden">{m.displaysOf({ name: props.name })}</legend>
      {displays.map((display, i) => {
        const title = titleOf(display, i + 1);
        return (
          <button
            key={display.id}
            type="button"
            className={styles.display}
            aria-pressed={display === current}
            aria-label={title}
            data-tip={title}
            onClick={() => props.onChoose(display === primary ? undefined : display.id)}
          >
            {i + 1}
          </button>
        );
      })}
    </fieldset>
  );
}
