import { mdiMagnify } from '@mdi/js';
import type { RefObject } from 'react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

/** In place of the rows that a search has not found: says so, and takes the search back. */
export function NothingFound(props: {
  title: string;
  /** What was searched for; without it there is nothing to take back. */
  query: string;
  onSearch: (query: string) => void;
  /** The field of the search, which gets the focus: the button goes. */
  field: RefObject<HTMLInputElement | null>;
}) {
  function clear(): void {
    props.onSearch('');
    props.field.current?.focus();
  }
  return (
    <EmptyState icon={mdiMagnify} title={props.title}>
      {props.query === '' ? undefined : <Button onClick={clear}>Clear search</Button>}
    </EmptyState>
  );
}
