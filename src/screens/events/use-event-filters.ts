import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EventFilters } from '#rest/event-logs.ts';
import { isoOfLocal } from './event-times.ts';

/** Filters as in the address. Times are local, without a zone. */
export type FilterValues = EventFilters;

export type EventFilterState = {
  values: FilterValues;
  /** Times are ISO 8601, as sent to the service. */
  filters: EventFilters;
  isFiltered: boolean;
  /** Adds a history entry, so that Back removes the filter. */
  narrow: (more: FilterValues) => void;
  clear: () => void;
};

const NOTHING: FilterValues = {
  person: undefined,
  device: undefined,
  kind: undefined,
  from: undefined,
  before: undefined,
};

/** Filters of the current list. They are in the address, so that reload and Back restore them. */
export function useEventFilters(): EventFilterState {
  const { person, device, kind, from, before } = useSearch({ strict: false }) as FilterValues;
  const navigate = useNavigate();
  return useMemo(() => {
    const values = { person, device, kind, from, before };
    const narrow = (more: FilterValues) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...more }), resetScroll: false });
    return {
      values,
      filters: { person, device, kind, from: isoOfLocal(from), before: isoOfLocal(before) },
      isFiltered: Object.values(values).some((value) => value !== undefined),
      narrow,
      clear: () => narrow(NOTHING),
    };
  }, [person, device, kind, from, before, navigate]);
}
