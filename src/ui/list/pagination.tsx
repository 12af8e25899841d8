import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { IconButton } from '../button.tsx';
import styles from './pagination.module.css';

/** The page numbers to show: a window of at most `size` around the current one. */
export function pageWindow(page: number, pageCount: number, size = 6): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - size + 1));
  return Array.from({ length: Math.min(size, pageCount) }, (_, i) => first + i);
}

/** Pages from 1. Renders nothing for a single page. */
export function Pagination(props: { page: number; pageCount: number; onChange: (page: number) => void }) {
  if (props.pageCount <= 1) return null;
  return (
    <>
      <p className={styles.printed}>
        Page {props.page} of {props.pageCount}. Each page is printed by itself.
      </p>
      <nav aria-label="Pages" className={styles.pages}>
        <IconButton
          icon={mdiChevronLeft}
          label="Previous page"
          disabled={props.page <= 1}
          onClick={() => props.onChange(props.page - 1)}
        />
        {pageWindow(props.page, props.pageCount).map((page) => (
          <button
            key={page}
            type="button"
            className={styles.page}
            aria-label={`Page ${page}`}
            aria-current={page === props.page ? 'page' : undefined}
            onClick={() => props.onChange(page)}
          >
            {page}
          </button>
        ))}
        <IconButton
          icon={mdiChevronRight}
          label="Next page"
          disabled={props.page >= props.pageCount}
          onClick={() => props.onChange(props.page + 1)}
        />
      </nav>
    </>
  );
}
