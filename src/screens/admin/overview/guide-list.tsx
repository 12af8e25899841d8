import { mdiCheckCircle, mdiCircleOutline, mdiMinusCircleOutline } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import {
  GUIDE_STEPS,
  type GuideChoices,
  type GuideStep,
  type WholeTenant,
} from '#protocol/rest/admin/overview.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './guide-list.module.css';
import { isGuideOver, type StepState, stepState } from './guide-state.ts';
import { m, stepText } from './messages.ts';
import { type AdminLink, STEP_LINKS } from './overview-links.ts';

const LOOK: Readonly<Record<StepState, { icon: string; word: string }>> = {
  done: { icon: mdiCheckCircle, word: m.done },
  skipped: { icon: mdiMinusCircleOutline, word: m.skipped },
  open: { icon: mdiCircleOutline, word: m.toDo },
};

/**
 * The steps from an empty tenant to a class. Completed ones are ticked automatically; `onChoose` skips some.
 */
export function GuideList(props: {
  guide: WholeTenant['guide'];
  isSaving: boolean;
  why: string | undefined;
  onChoose: (choices: GuideChoices) => void;
}) {
  const { guide } = props;
  const { skipped, isHidden } = guide;
  const over = isGuideOver(guide);
  const next = GUIDE_STEPS.find((step) => stepState(guide, step) === 'open');
  return (
    <section className={styles.guide} aria-labelledby="guide">
      <div className={styles.head}>
        <h2 id="guide" className={styles.title}>
          {m.guide}
        </h2>
        <p className={styles.progress} role="status">
          {over ? m.guideDone : m.guideProgress({ done: guide.done.length, of: GUIDE_STEPS.length })}
        </p>
        {over ? (
          <Button
            needsPlatform
            disabled={props.isSaving}
            onClick={() => props.onChoose({ skipped, isHidden: true })}
          >
            {m.hideGuide}
          </Button>
        ) : null}
      </div>
      {over ? <p className={styles.next}>{m.whatNext({ address: window.location.origin })}</p> : null}
      {props.why === undefined ? null : (
        <p role="alert" className={styles.failure}>
          {props.why}
        </p>
      )}
      <ol className={styles.steps}>
        {GUIDE_STEPS.map((step) => (
          <Step
            key={step}
            step={step}
            state={stepState(guide, step)}
            isNext={step === next}
            onSkip={(isSkipped) =>
              props.onChoose({
                isHidden,
                skipped: isSkipped ? [...skipped, step] : skipped.filter((other) => other !== step),
              })
            }
          />
        ))}
      </ol>
    </section>
  );
}

function Step(props: {
  step: GuideStep;
  state: StepState;
  isNext: boolean;
  onSkip: (isSkipped: boolean) => void;
}) {
  const { step, state } = props;
  const { title, text } = stepText[step];
  const { icon, word } = LOOK[state];
  const isSkipped = state === 'skipped';
  return (
    <li className={styles.step} data-state={state} data-next={props.isNext ? '' : undefined}>
      <Icon path={icon} size={24} className={styles.mark} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <span className="visually-hidden">{word} </span>
          {title}
        </h3>
        <p className={styles.text}>{text}</p>
        <div className={styles.links}>
          {STEP_LINKS[step].map((link) => (
            <StepLink key={link.to} link={link} />
          ))}
        </div>
      </div>
      {/* One button for both, never disabled, so that it keeps the focus. All later steps need a site. */}
      {state === 'done' || step === 'site' ? null : (
        <Button
          needsPlatform
          look="quiet"
          aria-label={isSkipped ? m.unskipStep({ step: title }) : m.skipStep({ step: title })}
          onClick={() => props.onSkip(!isSkipped)}
        >
          {isSkipped ? m.unskip : m.skip}
        </Button>
      )}
    </li>
  );
}

function StepLink({ link }: { link: AdminLink }) {
  return (
    <Link to={link.to} className={styles.link}>
      {link.title}
    </Link>
  );
}
