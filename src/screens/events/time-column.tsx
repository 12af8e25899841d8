import type { TableColumn } from '#ui/list/table-column.ts';
import { timeText } from './event-times.ts';
import { m } from './messages.ts';

/** Time of the event: the first column of each list. Exported files have ISO 8601. */
export const timeColumn = <Row,>(timeOf: (row: Row) => string): TableColumn<Row> => ({
  key: 'time',
  title: m.time,
  width: '12rem',
  cell: (row) => <time dateTime={timeOf(row)}>{timeText(timeOf(row))}</time>,
  text: timeOf,
});
