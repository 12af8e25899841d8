import type { ScreenShare } from '../../core/device-state.ts';
import { Button } from '../kit/button.tsx';
import { Banner } from '../kit/layout.tsx';
import { m, sentence } from '../messages.ts';
import { listedNames } from './listed-names.ts';

/** Names the tutors who show the student's screen to others, with a button to stop that. */
export function ShownToClass(props: {
  shares: readonly ScreenShare[];
  /** Without a share there is no button. */
  isSharing: boolean;
  onStop: () => void;
}) {
  const { shares } = props;
  const names = shares.map(({ tutorName }) => tutorName);
  return (
    <div role="status">
      {shares.length === 0 ? null : (
        <Banner>
          <p>{sentence(m.passedOn(listedNames(names)))}</p>
          {props.isSharing ? (
            <Button look="danger" label={m.stopShown} onClick={props.onStop}>
              {m.stop}
            </Button>
          ) : null}
        </Banner>
      )}
    </div>
  );
}
