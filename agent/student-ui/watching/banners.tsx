import layout from '../kit/layout.module.css';
import { m } from '../messages.ts';
import type { StudentState } from '../student-state.ts';

/** Banners about the whole device: a blocked network, paused inputs, sound turned off. */
export function Banners(props: { state: Pick<StudentState, 'blockedHost' | 'inputsBlocked' | 'muted'> }) {
  const { inputsBlocked, muted, blockedHost } = props.state;
  if (!inputsBlocked && !muted && blockedHost === undefined) return null;
  return (
    <div className={layout.column} role="status">
      {blockedHost === undefined ? null : (
        <p className={layout.banner}>{m.lineBlocked({ host: blockedHost })}</p>
      )}
      {inputsBlocked ? <p className={layout.banner}>{m.inputsBlocked}</p> : null}
      {muted ? <p className={layout.banner}>{m.muted}</p> : null}
    </div>
  );
}
