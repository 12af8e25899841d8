import { useStream } from '../../student-ui/broadcast/use-stream.ts';
import { Button } from '../../student-ui/kit/button.tsx';
import { Actions, Dimmed, Panel } from '../../student-ui/kit/panel.tsx';
import type { StudentState } from '../../student-ui/student-state.ts';
import { useObservable } from '../../student-ui/use-observable.ts';
import { m } from '../messages.ts';
import type { SharedScreen, ShareState } from '../screen/shared-screen.ts';
import styles from './screen-panel.module.css';

/** Shows what the student shares, with buttons to start and stop. */
export function ScreenPanel(props: {
  shared: Pick<SharedScreen, 'state' | 'choose' | 'stop'>;
  state: Pick<StudentState, 'inputsBlocked' | 'isHidden' | 'hiddenByPolicy'>;
}) {
  const { shared } = props;
  const { inputsBlocked, isHidden, hiddenByPolicy } = props.state;
  const state = useObservable(shared.state);
  const choose = () => void shared.choose();
  return (
    <Panel title={m.screen}>
      <p role="status">{shareWords(state, isHidden === true || hiddenByPolicy)}</p>
      {state.name === 'shared' ? <Preview stream={state.stream} /> : null}
      {state.name === 'none' ? <Dimmed>{m.notSharedText}</Dimmed> : null}
      <Actions>
        {state.name === 'shared' ? (
          <>
            <Button look="danger" onClick={shared.stop}>
              {m.stopSharing}
            </Button>
            <Button isDisabled={inputsBlocked} onClick={choose}>
              {m.shareAgain}
            </Button>
          </>
        ) : (
          <Button look="primary" isDisabled={inputsBlocked || state.name === 'choosing'} onClick={choose}>
            {m.share}
          </Button>
        )}
      </Actions>
    </Panel>
  );
}

function shareWords(state: ShareState, isHidden: boolean): string {
  if (state.name === 'choosing') return m.choosing;
  if (state.name === 'shared' && isHidden) return m.sharedButHidden;
  if (state.name === 'shared')
    return state.surface === undefined ? m.sharingSomething : m.sharing[state.surface];
  if (state.why === 'ended') return m.shareEnded;
  if (state.why === 'refused') return m.shareRefused;
  return state.why === 'failed' ? m.shareFailed : m.notShared;
}

function Preview({ stream }: { stream: MediaStream }) {
  const { ref } = useStream(stream);
  return <video ref={ref} className={styles.preview} aria-label={m.preview} autoPlay muted playsInline />;
}
