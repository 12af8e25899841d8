import { mdiMonitorShare } from '@mdi/js';
import { useState } from 'react';
import { canDo } from '#domain/devices/device-abilities.ts';
import { shownText } from '#domain/shown-text.ts';
import { usableCodecs } from '#peer/share/usable-codecs.ts';
import { ChoiceField } from '#ui/field/field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ActionDialog } from '../action-bar/action-dialog.tsx';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { recipientsOf } from '../action-bar/perform.ts';
import { memory } from '../action-bar/remembered.ts';
import { m } from './messages.ts';
import { EncodingFields } from './sessions/encoding-fields.tsx';
import { type EncodingForm, readEncoding } from './sessions/encoding-form.ts';
import styles from './share-form.module.css';
import {
  audienceWish,
  type ConnectedTarget,
  chosenDisplay,
  expectedCount,
  firstChoice,
  firstEncoding,
  type ShareChoice,
  toRemember,
  viewersOf,
} from './share-wish.ts';
import { type ShareStarts, useShareStart } from './use-share-start.ts';

const SOURCES = [
  { value: 'own', title: m.ownScreen },
  { value: 'student', title: m.studentScreen },
] as const;
const MAX_NAME_LENGTH = 60;

export type ShareFormProps = ActionDialogProps & {
  starts: ShareStarts;
  canCapture: boolean;
  /** Opens the student whose screen is shared now. */
  onStudentShared: (shared: {
    place: ActionPlace;
    target: ConnectedTarget;
    displayId: string | undefined;
    peerId: string;
  }) => void;
};

function StudentFields(props: {
  recipients: readonly ConnectedTarget[];
  choice: ShareChoice;
  onChange: (part: Partial<ShareChoice>) => void;
}) {
  const { recipients, choice, onChange } = props;
  const student = recipients.find(({ key }) => key === choice.studentKey);
  const displays = student?.displays ?? [];
  const titles = displays.map(({ id, name, primary }, at) => {
    const title = m.displayName({ number: at + 1, name: name && shownText(name, MAX_NAME_LENGTH) });
    return { value: id, title: primary ? m.primary({ name: title }) : title };
  });
  return (
    <div className={styles.student}>
      <SelectField
        label={m.student}
        placeholder={m.chooseStudent}
        value={choice.studentKey}
        options={recipients.map(({ key, name }) => ({ value: key, title: shownText(name, MAX_NAME_LENGTH) }))}
        onChange={(studentKey) => onChange({ studentKey, displayId: undefined })}
      />
      {titles.length > 1 ? (
        <SelectField
          label={m.display}
          value={chosenDisplay(choice, student)}
          options={titles}
          onChange={(displayId) => onChange({ displayId })}
        />
      ) : null}
    </div>
  );
}

function obstacleOf(
  choice: ShareChoice,
  { recipients, canCapture }: { recipients: readonly ConnectedTarget[]; canCapture: boolean },
): string | undefined {
  if (choice.source === 'own') return canCapture ? undefined : m.noCapture;
  if (choice.studentKey === undefined) return m.studentNeeded;
  return choice.audience === 'selected' && viewersOf(choice, recipients).length === 0
    ? m.studentAlone
    : undefined;
}

function whomText(choice: ShareChoice, place: ActionPlace, recipients: readonly ConnectedTarget[]): string {
  const wish = audienceWish(choice, { place, recipients });
  return 'groupId' in wish.audience
    ? m.toGroup({ title: wish.title })
    : m.toDevices({ count: viewersOf(choice, recipients).length });
}

const canShare = ({ condition }: ConnectedTarget) => canDo(condition, 'shareScreen');

/** Shares the tutor's screen or a selected student's screen with the group or with the selected devices. */
export function ShareForm(props: ShareFormProps) {
  const { place } = props;
  // A device that leaves while the form is open stays a recipient: it may reconnect, and late devices are
  // invited to the share.
  const [recipients] = useState(() => recipientsOf({ action: 'shareScreen' }, props.targets));
  const [choice, setChoice] = useState(() => firstChoice(place, recipients));
  const [codecs] = useState(usableCodecs);
  const count = expectedCount(choice, { place, recipients });
  // Until the tutor has chosen a quality, it follows from the number of viewers.
  const [chosen, setChosen] = useState<EncodingForm>();
  const encoding = chosen ?? firstEncoding(memory.recall('encoding'), count);
  const [error, setError] = useState<string>();
  const { state, start, clear } = useShareStart();
  const target = recipients.find(({ key }) => key === choice.studentKey);
  const name = target === undefined ? '' : shownText(target.name, MAX_NAME_LENGTH);

  function change(part: Partial<ShareChoice>): void {
    setChoice({ ...choice, ...part });
    clear();
  }

  function submit() {
    const read = readEncoding(encoding);
    if ('error' in read) return setError(read.error);
    memory.remember('encoding', toRemember(encoding, read.encoding));
    const wish = { ...audienceWish(choice, { place, recipients }), encoding: read.encoding };
    if (choice.source === 'own') {
      void start((signal) => props.starts.shareOwn(wish, signal), { name, started: props.onClose });
      return;
    }
    if (target === undefined) return;
    const displayId = chosenDisplay(choice, target);
    const { recipient } = target;
    void start(
      async (signal) => {
        const sharer = { recipient, name: target.name, displayId };
        const started = await props.starts.shareStudent({ ...wish, sharer }, signal);
        if (started.ok && !signal.aborted)
          props.onStudentShared({ place, target, displayId, peerId: started.session.peerId });
        return started;
      },
      { name, started: props.onClose },
    );
  }

  const isStarting = state.name === 'starting';
  return (
    <ActionDialog
      {...props}
      title={m.shareScreen}
      submitTitle={m.share}
      submitIcon={mdiMonitorShare}
      width="36rem"
      sending={{ action: 'shareScreen' }}
      obstacle={isStarting ? m.underWay : obstacleOf(choice, { recipients, canCapture: props.canCapture })}
      whom={whomText(choice, place, recipients)}
      onSubmit={submit}
    >
      <ChoiceField
        label={m.source}
        value={choice.source}
        options={SOURCES}
        {...(choice.source === 'own' && { hint: m.ownHint })}
        onChange={(source) => change({ source })}
      />
      {choice.source === 'student' ? (
        <StudentFields recipients={recipients.filter(canShare)} choice={choice} onChange={change} />
      ) : null}
      {place.kind === 'group' ? (
        <ChoiceField
          label={m.audience}
          value={choice.audience}
          options={[
            { value: 'group', title: m.wholeGroup({ title: place.title }) },
            { value: 'selected', title: m.selected({ count: viewersOf(choice, recipients).length }) },
          ]}
          onChange={(audience) => change({ audience })}
        />
      ) : null}
      <EncodingFields
        form={encoding}
        deviceCount={count}
        codecs={codecs}
        error={error}
        onChange={(form) => {
          setChosen(form);
          setError(undefined);
        }}
      />
      {isStarting ? (
        <div className={styles.waiting}>
          <Spinner label={choice.source === 'own' ? m.starting : m.waitingFor({ name })} size={20} isInline />
          <span aria-hidden>{choice.source === 'own' ? m.starting : m.waitingFor({ name })}</span>
        </div>
      ) : null}
      {state.name === 'failed' ? (
        <p role="alert" className={styles.failure}>
          {state.text}
        </p>
      ) : null}
    </ActionDialog>
  );
}
