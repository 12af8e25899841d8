import { m } from '../messages.ts';
import type { ShareState } from '../screen/shared-screen.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dimmed, Panel } from '../ui/panel.tsx';
import { useObservable } from '../use-observable.ts';
import styles from './screen-panel.module.css';
import { useStream } from './use-stream.ts';

/** Shows what the student shares, with buttons to start and stop. */
export function ScreenPanel({ part }: { part: TakingPart }) {
  const state = useObservable(part.shared.state);
  const { policies, inputsBlocked } = useObservable(part.state);
  const isHidden = useObservable(part.privacy) || policies.privacy;
  const choose = () => void part.shared.choose();
  return (
    <Panel title={m.screen}>
      <p role="status">{shareWords(state, isHidden)}</p>
      {state.name === 'shared' ? <Preview stream={state.stream} /> : null}
      {state.name === 'none' ? <Dimmed>{m.notSharedText}</Dimmed> : null}
      <Actions>
        {state.name === 'shared' ? (
          <>
            <Button look="danger" onClick={part.shared.stop}>
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
