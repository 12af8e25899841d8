import { sameItems } from '#domain/lists/same-items.ts';

/**
 * Rows that are made of several facts, such as a person, who is connected and how many alerts there are: a row is the same
 * object as long as all of its facts are, so that a change of one costs one. The list of them is the same while every row is.
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
