import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiClockOutline,
  mdiClose,
  mdiProgressClock,
} from '@mdi/js';
import { Fragment, useEffect, useRef } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { useConnection } from '#live/use-connection.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { activityText, m, missingText } from '../messages.ts';
import { type Activity, activities } from './activity.ts';
import {
  type ActivityFacts,
  type ActivityPhase,
  activityFacts,
  isOver,
  type Missing,
} from './activity-facts.ts';
import styles from './activity-row.module.css';

/** The strip shows this many names, each cut to the length below. */
const NAMES_IN_STRIP = 3;
const MAX_NAME_LENGTH = 40;

type Tone = 'busy' | 'waiting' | 'success' | 'warning' | 'danger';

const TONES: Record<ActivityPhase, Tone> = {
  queued: 'waiting',
  sending: 'busy',
  sent: 'busy',
  answering: 'busy',
  confirmed: 'success',
  incomplete: 'warning',
  nobody: 'warning',
  expired: 'danger',
  refused: 'danger',
  invalid: 'danger',
  superseded: 'warning',
};

const ICONS: Record<Tone, string> = {
  busy: mdiProgressClock,
  waiting: mdiClockOutline,
  success: mdiCheckCircleOutline,
  warning: mdiAlertOutline,
  danger: mdiAlertCircleOutline,
};

/** A single device by its name, several by their number. */
function recipientsText({ names, whom }: Activity): string {
  if (whom !== undefined) return whom;
  const [only] = names.values();
  return names.size === 1 && only !== undefined
    ? shownText(only, MAX_NAME_LENGTH)
    : m.devicesCount({ count: names.size });
}

const textOf = ({ phase, confirmedCount, count }: ActivityFacts) =>
  activityText[phase]({ confirmed: confirmedCount, count });

/** The names that fit, and the number of the others, including devices without a known name. */
function namesOf({ names }: Activity, { clientIds }: Missing, max: number) {
  const known = clientIds.flatMap((id) => names.get(id) ?? []);
  const shown = known.slice(0, max).map((name) => shownText(name, MAX_NAME_LENGTH));
  const count = clientIds.length - shown.length;
  if (count === 0) return { shown, others: '' };
  return { shown, others: shown.length === 0 ? m.devicesCount({ count }) : m.andMore({ count }) };
}

/** Each name has a `bdi`, so that right-to-left names do not reorder their neighbours or the sentence. */
function Names(props: { activity: Activity; missing: Missing; max: number }) {
  const { shown, others } = namesOf(props.activity, props.missing, props.max);
  return (
    <>
      {shown.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: devices may have the same name
        <Fragment key={at}>
          {at > 0 ? ', ' : null}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {shown.length > 0 && others !== '' ? ' ' : null}
      {others}
    </>
  );
}

/** The missing recipients as plain text for screen readers. */
function missingNews(activity: Activity, missing: Missing): string {
  const { shown, others } = namesOf(activity, missing, NAMES_IN_STRIP);
  return [missingText[missing.reason], shown.join(', '), others].filter(Boolean).join(' ');
}

/** The devices that have not confirmed, by reason. The strip omits them while they still may. */
function MissingNames(props: { activity: Activity; facts: ActivityFacts; isFull: boolean }) {
  const { activity, facts, isFull } = props;
  if (facts.phase === 'sent' || (!isFull && !isOver(facts.phase))) return null;
  const max = isFull ? Number.POSITIVE_INFINITY : NAMES_IN_STRIP;
  return facts.missing.map((missing) => (
    <p key={missing.reason} className={styles.missing}>
      {missingText[missing.reason]} <Names activity={activity} missing={missing} max={max} />
    </p>
  ));
}

function RowButtons(props: { activity: Activity; phase: ActivityPhase; onGone: () => void }) {
  const { activity, phase } = props;
  const { title } = activity;
  const leave = (how: (activity: Activity) => void) => () => {
    how(activity);
    props.onGone();
  };
  return (
    <div className={styles.buttons}>
      {isOver(phase) && activities.canUndo(activity) ? (
        <Button aria-label={m.undoOf({ title })} onClick={leave(activities.undo)}>
          {m.undo}
        </Button>
      ) : null}
      {phase === 'queued' ? (
        <Button aria-label={m.cancelOf({ title })} onClick={leave(activities.cancel)}>
          {m.cancel}
        </Button>
      ) : (
        <IconButton
          icon={mdiClose}
          label={m.closeActivity({ title })}
          onClick={leave(({ id }) => activities.close(id))}
        />
      )}
    </div>
  );
}

/** One action and its current state. */
export function ActivityRow(props: {
  activity: Activity;
  /** Set in the open list, which shows all devices that have not confirmed. */
  isFull: boolean;
  /** Called with texts for screen readers: a new phase, but not each answer or second. */
  onNews: (text: string) => void;
  /** Called when a button has removed the row. */
  onGone: () => void;
}) {
  const { activity, onNews } = props;
  const { run, title } = activity;
  const state = useObservable(run);
  const facts = activityFacts(state, {
    isConnected: useConnection().name === 'connected',
    recipients: activity.names.keys(),
  });
  const { phase } = facts;
  const whom = recipientsText(activity);
  const text = textOf(facts);
  const news = isOver(phase)
    ? [text, ...facts.missing.map((missing) => missingNews(activity, missing))].join('. ')
    : text;
  const announced = useRef<ActivityPhase>(undefined);
  useEffect(() => {
    // Each intermediate count, such as "1 of 30", is not worth an interruption.
    if (announced.current === phase || phase === 'sending' || phase === 'answering') return;
    announced.current = phase;
    onNews(m.activityNews({ title, whom, status: news }));
  }, [phase, title, whom, news, onNews]);
  return (
    <li className={styles.row} data-tone={TONES[phase]}>
      <Icon path={ICONS[TONES[phase]]} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>
          <strong>{title}</strong> <bdi className={styles.whom}>{whom}</bdi>
        </p>
        <p className={styles.status}>
          {text}
          {phase === 'queued' ? (
            <span>
              {' '}
              ({m.expiresIn} <Countdown untilMs={state.delivery.expiresAt} />)
            </span>
          ) : null}
        </p>
        <MissingNames activity={activity} facts={facts} isFull={props.isFull} />
      </div>
      <RowButtons activity={activity} phase={phase} onGone={props.onGone} />
    </li>
  );
}
