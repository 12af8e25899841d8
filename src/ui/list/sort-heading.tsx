import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import type { ListSort } from '#domain/lists/list-sort.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './sort-heading.module.css';

/** A sortable heading of a plain table: a press sorts by this column, another one reverses the order. */
export function SortHeading(props: {
  column: string;
  title: string;
  sort: ListSort | undefined;
  onSort: (sort: ListSort) => void;
}) {
  const { column, sort } = props;
  const isHere = sort?.column === column;
  const isDescending = isHere && sort.isDescending;
  return (
    <th scope="col" aria-sort={isHere ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => props.onSort({ column, isDescending: isHere && !isDescending })}
      >
        {props.title}
        <span className={styles.mark} data-on={isHere || undefined}>
          <Icon path={isDescending ? mdiChevronDown : mdiChevronUp} size={16} />
        </span>
      </button>
    </th>
  );
}
