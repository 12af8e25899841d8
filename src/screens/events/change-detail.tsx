import { shownText } from '#domain/shown-text.ts';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { EventDetail, type Fact } from './event-detail.tsx';
import { timeText } from './event-times.ts';
import { tutorName, typeOf } from './event-words.ts';
import { m } from './messages.ts';
import type { EventFilterState } from './use-event-filters.ts';

/** One change with all details. `facts` are listed between the user and the request. */
export function ChangeDetail(props: {
  row: ResourceLog;
  change: string;
  facts: readonly Fact[];
  state: EventFilterState;
  onClose: () => void;
}) {
  const { row } = props;
  const { method = '', path = '' } = row.parameters;
  const tutor = tutorName(row);
  return (
    <EventDetail
      title={`${typeOf(row)}: ${props.change}`}
      facts={[
        { label: m.time, text: timeText(row.loggedTime) },
        { label: m.tutor, text: tutor },
        ...props.facts,
        { label: m.address, text: shownText(`${method} ${path}`) },
      ]}
      narrowings={[
        { title: m.onlyPerson({ name: tutor }), filter: { person: row.tutorId } },
        { title: m.onlyKind, filter: { kind: row.resourceType } },
      ]}
      onNarrow={props.state.narrow}
      onClose={props.onClose}
    />
  );
}
