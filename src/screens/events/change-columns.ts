import type { ResourceLog } from '#protocol/rest/event-log.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import { typeOf } from './event-words.ts';
import { m } from './messages.ts';
import { timeColumn } from './time-column.tsx';
import { tutorColumn } from './tutor-column.tsx';

/** The first columns of a list of changes, of a site or of the admin realm. The widths are CSS lengths. */
export const changeColumns = (
  changeText: (row: ResourceLog) => string,
  widths: { tutor: string; type: string },
): readonly TableColumn<ResourceLog>[] => [
  timeColumn(({ loggedTime }) => loggedTime),
  tutorColumn(widths.tutor),
  { key: 'change', title: m.change, width: '9rem', cell: changeText, text: changeText },
  { key: 'type', title: m.resourceType, width: widths.type, cell: typeOf, text: typeOf },
];
