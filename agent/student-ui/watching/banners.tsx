import { Banner, Column } from '../kit/layout.tsx';
import { m } from '../messages.ts';
import type { StudentState } from '../student-state.ts';

/** Banners about the whole device: a blocked network, paused inputs, sound turned off. */
export function Banners(props: { state: Pick<StudentState, 'blockedHost' | 'inputsBlocked' | 'muted'> }) {
  const { inputsBlocked, muted, blockedHost } = props.state;
  if (!inputsBlocked && !muted && blockedHost === undefined) return null;
  return (
    <Column role="status">
      {blockedHost === undefined ? null : <Banner>{m.lineBlocked({ host: blockedHost })}</Banner>}
      {inputsBlocked ? <Banner>{m.inputsBlocked}</Banner> : null}
      {muted ? <Banner>{m.muted}</Banner> : null}
    </Column>
  );
}
