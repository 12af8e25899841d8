/** The rows of page `asked`. Pages count from 1; a number out of range is the first or the last page. */
export function pageOf<Row>(rows: readonly Row[], asked: number, perPage: number) {
  const pageCount = Math.max(1, Math.ceil(rows.length / perPage));
  const page = Math.min(Math.max(1, asked), pageCount);
  const end = page * perPage;
  return { page, pageCount, shown: rows.slice(end - perPage, end) };
}
