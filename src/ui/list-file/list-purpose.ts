/** The purpose of an uploaded list. */
import type { ReactNode } from 'react';
import type { ColumnKind } from '#domain/lists/list-column.ts';

export type ListReview = {
  file: string;
  /** `report`: a text shown after the preview; undefined if nothing was changed. */
  close: (report?: ReactNode) => void;
};

/** `kinds`: the columns to look for, best first. `isKnown`: the entry is a person or device of the site. */
export type ListPurpose = {
  kinds: readonly ColumnKind[];
  isKnown: (entry: string) => boolean;
  /** Displays the changes that the entries would make, with buttons to apply or discard them. */
  review: (entries: readonly string[], review: ListReview) => ReactNode;
};

export type ListPreviewProps = ListPurpose & ListReview & { bytes: Uint8Array<ArrayBuffer> };
