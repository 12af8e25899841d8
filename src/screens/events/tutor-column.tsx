import type { TableColumn } from '#ui/list/table-column.ts';
import { tutorName } from './event-words.ts';
import { m } from './messages.ts';

/** The tutor's name. `width` is a CSS length. */
export const tutorColumn = <Row extends { tutorName: string | null }>(width: string): TableColumn<Row> => ({
  key: 'tutor',
  title: m.tutor,
  width,
  cell: (row) => <bdi>{tutorName(row)}</bdi>,
  text: tutorName,
});
