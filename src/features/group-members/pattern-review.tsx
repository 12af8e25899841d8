import { useMemo, useState } from 'react';
import type { Device } from '#protocol/rest/device.ts';
import { CheckField } from '#ui/field/field.tsx';
import { EntryChips } from '#ui/list-file/entry-chips.tsx';
import type { ListReview } from '#ui/list-file/list-purpose.ts';
import { ReviewButtons } from '#ui/list-file/review-buttons.tsx';
import { broadPatterns, planPatterns } from './member-draft.ts';
import styles from './member-fields.module.css';
import { namesOf, Outcome } from './member-review.tsx';
import { m } from './messages.ts';

/** Reviews the patterns that a list adds. Unknown names and broad patterns require confirmation. */
export function PatternReview(
  props: ListReview & {
    entries: readonly string[];
    devices: readonly Device[];
    patterns: readonly string[];
    onAdd: (patterns: readonly string[]) => void;
  },
) {
  const { entries, devices, file } = props;
  const [withUnknown, setWithUnknown] = useState(false);
  const [withBroad, setWithBroad] = useState(false);
  const [withShared, setWithShared] = useState(true);
  const plan = useMemo(() => planPatterns(entries, devices), [entries, devices]);
  const doubtful = new Set(plan.shared.flatMap(({ ids }) => ids));
  const offered = useMemo(
    () => [...plan.patterns, ...(withUnknown ? plan.unknown : [])],
    [plan, withUnknown],
  );
  const broad = useMemo(() => broadPatterns(offered, devices), [offered, devices]);
  const accepted = offered.filter(
    (each) => (withBroad || !broad.includes(each)) && (withShared || !doubtful.has(each)),
  );
  const before = new Set(props.patterns);
  const added = accepted.filter((each) => !before.has(each));
  const counts = { added: added.length, present: accepted.length - added.length };
  const unknown = withUnknown ? [] : plan.unknown;
  return (
    <div className={styles.review}>
      <Outcome {...counts} addedText={m.csvWillAdd({ count: added.length })} unknown={unknown} />
      {plan.shared.length === 0 ? null : (
        <CheckField
          label={m.csvShared({ kind: 'device', names: namesOf(plan.shared), count: doubtful.size })}
          value={withShared}
          onChange={setWithShared}
        />
      )}
      {plan.unknown.length === 0 ? null : (
        <CheckField
          label={m.csvUnknownAsPatterns({ count: plan.unknown.length })}
          value={withUnknown}
          onChange={setWithUnknown}
        />
      )}
      {broad.length === 0 ? null : (
        <>
          <CheckField label={m.csvBroad({ count: broad.length })} value={withBroad} onChange={setWithBroad} />
          <EntryChips entries={broad} more={m.csvMore} />
        </>
      )}
      <ReviewButtons
        count={added.length}
        onAdd={() => {
          props.onAdd(added);
          const addedText = m.csvAppended({ file, count: added.length });
          props.close(<Outcome {...counts} addedText={addedText} unknown={unknown} />);
        }}
        onCancel={() => props.close()}
      />
    </div>
  );
}
