/** One page of a list, counted from 1. A page beyond the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], asked: number, perPage: number) {
  const pageCount = Math.max(1, Math.ceil(rows.length / perPage));
  const page = Math.min(Math.max(1, asked), pageCount);
  const end = page * perPage;
  return { page, pageCount, shown: rows.slice(end - perPage, end) };
}
