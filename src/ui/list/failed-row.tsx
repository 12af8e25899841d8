import type { ReactNode } from 'react';

/** For a `Boundary` around a row of a table. */
export const failedRow = (columnCount: number) => (notice: ReactNode) => (
  <tr>
    <td colSpan={columnCount}>{notice}</td>
  </tr>
);
