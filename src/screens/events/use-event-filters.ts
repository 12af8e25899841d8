import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EventFilters } from '../../rest/event-logs.ts';
import { isoOfLocal } from './event-times.ts';

/** What the address narrows the events to. Times are as a person picks them: of this computer's zone. */
export type FilterValues = EventFilters;

export type EventFilterState = {
  values: FilterValues;
  /** As the service reads them. */
  filters: EventFilters;
  isFiltered: boolean;
  /** Another filter is a place that the way back leads from. */
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

/** The filters of the list that is shown, which the address has: a reload and the way back find them again. */
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
