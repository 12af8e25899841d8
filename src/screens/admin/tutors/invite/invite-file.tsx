import { parseInvites } from '#domain/people/invite-list.ts';
import { FieldError } from '#ui/field/field-parts.tsx';
import { EntryChips } from '#ui/list-file/entry-chips.tsx';
import { ListFile } from '#ui/list-file/list-file.tsx';
import type { ListReview } from '#ui/list-file/list-purpose.ts';
import { ReviewButtons } from '#ui/list-file/review-buttons.tsx';
import { m } from '../messages.ts';

const hasAddress = (entry: string) => parseInvites(entry).addresses.length > 0;

/** Adds the addresses of a file to the typed ones. */
export function InviteFile(props: { onAdd: (addresses: readonly string[]) => void }) {
  return (
    <ListFile
      title={m.fromFile}
      hint={m.fromFileHint}
      kinds={['email']}
      isKnown={hasAddress}
      review={(entries, review) => <Review {...review} entries={entries} onAdd={props.onAdd} />}
    />
  );
}

function Review(
  props: ListReview & { entries: readonly string[]; onAdd: (addresses: readonly string[]) => void },
) {
  const { addresses, refused } = parseInvites(props.entries.join('\n'));
  return (
    <>
      <p>{m.countOf({ count: addresses.length })}</p>
      {refused.length === 0 ? null : (
        <>
          <FieldError isQuiet>{m.notAddressesOfFile}</FieldError>
          <EntryChips entries={refused} more={m.moreEntries} />
        </>
      )}
      <ReviewButtons
        count={addresses.length}
        onAdd={() => {
          props.onAdd(addresses);
          props.close(m.addedOfFile({ file: props.file, count: addresses.length }));
        }}
        onCancel={() => props.close()}
      />
    </>
  );
}
