/** What a screen does with a list that a person brings. */
import type { ReactNode } from 'react';
import type { ColumnKind } from '#domain/lists/list-column.ts';

export type ListReview = {
  file: string;
  /** `report`: a text that stays after the preview; undefined if nothing was done. */
  close: (report?: ReactNode) => void;
};

/** `kinds`: the columns to look for, best first. `isKnown`: an entry is a person or device of the site. */
export type ListPurpose = {
  kinds: readonly ColumnKind[];
  isKnown: (entry: string) => boolean;
  /** Displays the changes that the entries would make, and the buttons that make or discard them. */
  review: (entries: readonly string[], review: ListReview) => ReactNode;
};

export type ListPreviewProps = ListPurpose & ListReview & { bytes: Uint8Array<ArrayBuffer> };
