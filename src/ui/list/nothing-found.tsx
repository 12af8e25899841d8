import { mdiMagnify } from '@mdi/js';
import type { RefObject } from 'react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

/** Shown instead of rows when a search finds nothing, with a button that clears the search. */
export function NothingFound(props: {
  title: string;
  /** The search text; empty: there is no button. */
  query: string;
  onSearch: (query: string) => void;
  /** The search field, which gets the focus because the button is removed. */
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
