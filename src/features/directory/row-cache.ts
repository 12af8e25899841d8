import { sameItems } from '#domain/lists/same-items.ts';

/**
 * Rows derived from several facts, such as a person, their connected clients and their alerts. A row is the
 * same object while all of its facts are, so that one change re-renders one row. The list is the same array
 * while all rows are.
 */
export function createRowCache<Document extends { id: string }, World, Row>(
  factsOf: (document: Document, world: World) => readonly unknown[],
  make: (document: Document, world: World) => Row,
) {
  let known = new Map<string, { facts: readonly unknown[]; row: Row }>();
  let last: readonly Row[] = [];

  return (documents: readonly Document[], world: World): readonly Row[] => {
    const next = new Map<string, { facts: readonly unknown[]; row: Row }>();
    const rows = documents.map((document) => {
      const facts = [document, ...factsOf(document, world)];
      const before = known.get(document.id);
      const isSame = before?.facts.every((fact, at) => fact === facts[at]);
      const entry = before && isSame ? before : { facts, row: make(document, world) };
      next.set(document.id, entry);
      return entry.row;
    });
    known = next;
    last = sameItems(rows, last);
    return last;
  };
}
