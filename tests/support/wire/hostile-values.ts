/** Values in the shape of a schema with one text in every place that takes a text. */
import type * as v from 'valibot';

type Node = {
  type: string;
  pipe?: readonly Node[];
  entries?: Record<string, Node>;
  options?: readonly unknown[];
  wrapped?: Node;
  item?: Node;
  items?: readonly Node[];
  value?: Node;
  literal?: unknown;
  getter?: (input: unknown) => Node;
};

export const HOSTILE_TEXTS = {
  dots: (length: number) => '.'.repeat(length),
  'an address of dots': (length: number) => `a@${'.'.repeat(length)}@`,
  'at-signs': (length: number) => '@'.repeat(length),
  blanks: (length: number) => `a${' '.repeat(length)}a`,
  slashes: (length: number) => `http://${'/'.repeat(length)} `,
  colons: (length: number) => ':'.repeat(length),
  digits: (length: number) => `${'1'.repeat(length)}a`,
  'short words': (length: number) => `${'a-'.repeat(length / 2)}!`,
  'opened lists': (length: number) => '[{"'.repeat(length / 3),
} as const satisfies Readonly<Record<string, (length: number) => string>>;

/** Deeper than any schema is without a cycle. */
const MAX_DEPTH = 12;

/** At least one value for each alternative of the schema. */
export function hostileValues(schema: v.GenericSchema, text: string): unknown[] {
  return valuesOf(schema as unknown as Node, text, 0);
}

function valuesOf(node: Node, text: string, depth: number): unknown[] {
  if (depth > MAX_DEPTH) return [text];
  const within = (inner: Node) => valuesOf(inner, text, depth + 1);
  const base = node.pipe?.[0];
  if (base !== undefined && base !== node) return within(base);
  if (node.entries !== undefined) return objectsOf(node.entries, within);
  if (node.item !== undefined) return within(node.item).map((item) => [item]);
  if (node.items !== undefined) return combined(node.items.map(within)).map((items) => [...items]);
  if (node.type === 'record' && node.value) return within(node.value).map((value) => ({ [text]: value }));
  if (node.type === 'literal') return [node.literal];
  if (node.type === 'picklist') return [node.options?.[0], text];
  if (node.type === 'intersect')
    return combined((node.options as Node[]).map(within)).map((parts) => Object.assign({}, ...parts));
  if (node.type === 'union' || node.type === 'variant') return (node.options as Node[]).flatMap(within);
  if (node.wrapped !== undefined) return within(node.wrapped);
  if (node.getter !== undefined) return within(node.getter(undefined));
  return [text];
}

function objectsOf(entries: Record<string, Node>, within: (node: Node) => unknown[]): unknown[] {
  const keys = Object.keys(entries);
  return combined(Object.values(entries).map(within)).map((values) =>
    Object.fromEntries(keys.map((key, i) => [key, values[i]])),
  );
}

/** Rows in which each value of each column stands at least once. */
function combined(columns: readonly unknown[][]): unknown[][] {
  const rows = Math.max(1, ...columns.map(({ length }) => length));
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row % column.length]));
}
