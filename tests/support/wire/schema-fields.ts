/**
 * A valibot schema as a list of fields, each with a path and its limits in words: what the protocol's page says in
 * its tables, and what the schema hash is made of. A construct that is not known here is an error, so that nothing
 * of a schema goes unsaid.
 */
import type * as v from 'valibot';

export type SchemaField = { path: string; optional: boolean; value: string };

type Check = { kind: 'validation' | 'transformation'; type: string; requirement?: unknown };
type Node = {
  kind: 'schema';
  type: string;
  pipe?: readonly (Node | Check)[];
  entries?: Record<string, Node>;
  options?: readonly (Node | string)[];
  wrapped?: Node;
  item?: Node;
  value?: Node;
  literal?: unknown;
  message?: unknown;
  default?: unknown;
  fallback?: unknown;
};

/** Paths are like `tabs[].title` and `clients.*.visible`; `*` alone: further fields are kept. */
export function schemaFields(schema: v.GenericSchema): SchemaField[] {
  const node = schema as unknown as Node;
  // For its error: what it says of a whole message is nothing new.
  limitsOf(node);
  return fieldsOf(node, '');
}

function fieldsOf(node: Node, prefix: string): SchemaField[] {
  if (node.type === 'union') return united(optionsOf(node).map((option) => fieldsOf(option, prefix)));
  if (node.type !== 'object' && node.type !== 'loose_object') return [];
  const fields = Object.entries(node.entries ?? {}).flatMap(([key, entry]) => {
    const path = prefix + key;
    const optional = entry.type === 'optional';
    const inner = optional && entry.wrapped ? entry.wrapped : entry;
    const value = [limitsOf(inner), ...(entry.default === undefined ? [] : [absent(entry.default)])];
    return [{ path, optional, value: value.join('; ') }, ...inside(inner, path)];
  });
  return node.type === 'loose_object'
    ? [...fields, { path: `${prefix}*`, optional: true, value: 'anything' }]
    : fields;
}

function inside(node: Node, path: string): SchemaField[] {
  const { type, item, value } = root(node);
  if (type === 'array' && item) return fieldsOf(item, `${path}[].`);
  if (type === 'record' && value) return fieldsOf(value, `${path}.*.`);
  return fieldsOf(node, `${path}.`);
}

/** A field is required only where every alternative requires it. */
function united(alternatives: SchemaField[][]): SchemaField[] {
  const paths = new Set(alternatives.flatMap((fields) => fields.map(({ path }) => path)));
  return [...paths].map((path) => {
    const found = alternatives.map((fields) => fields.find((field) => field.path === path));
    const values = new Set(found.flatMap((field) => (field ? [field.value] : [])));
    return {
      path,
      optional: found.some((field) => !field || field.optional),
      value: [...values].join(', or '),
    };
  });
}

const BASE: Readonly<Record<string, (node: Node) => string>> = {
  string: () => 'text',
  number: () => 'number',
  boolean: () => 'true or false',
  unknown: () => 'anything',
  literal: ({ literal }) => JSON.stringify(literal),
  picklist: ({ options = [] }) => options.map((option) => JSON.stringify(option)).join(', '),
  object: () => 'object',
  loose_object: () => 'object',
  union: (node) => [...new Set(optionsOf(node).map(limitsOf))].join(', or '),
  array: () => 'list',
  record: () => 'map',
  // What it asks for is in its message, and nowhere else.
  custom: ({ message }) => String(message),
};

function limitsOf(node: Node): string {
  const bare = root(node);
  const base = BASE[bare.type];
  if (!base) throw new Error(`tests/support/wire/schema-fields.ts does not know the schema "${bare.type}"`);
  const words = [base(bare), ...limits(checksOf(node))].join(', ');
  const inner = bare.type === 'array' ? bare.item : bare.type === 'record' ? bare.value : undefined;
  const whole = inner ? `${words}: ${limitsOf(inner)}` : words;
  return node.fallback === undefined ? whole : `${whole}; anything else: ${say(node.fallback)}`;
}

/** `1 to 128`, `up to 500`, `whole`, …; a transformation of what was read is not seen on the wire. */
function limits(checks: readonly Check[]): string[] {
  let least: unknown;
  let most: unknown;
  const words: string[] = [];
  for (const { type, requirement } of checks) {
    if (type === 'min_length' || type === 'min_value') least = requirement;
    else if (type === 'max_length' || type === 'max_value') most = requirement;
    else if (type === 'integer') words.push('whole');
    else if (type === 'trim') words.push('trimmed');
    else if (type === 'regex') words.push(String(requirement));
    else if (type !== 'transform')
      throw new Error(`tests/support/wire/schema-fields.ts does not know the check "${type}"`);
  }
  if (least === undefined && most === undefined) return words;
  if (most === undefined) return [...words, `at least ${least}`];
  return [...words, least === undefined ? `up to ${most}` : `${least} to ${most}`];
}

/** A pipe begins with what it checks, which can be a pipe again. */
const root = (node: Node): Node => {
  const first = node.pipe?.[0] as Node | undefined;
  return first === undefined || first.pipe === undefined ? (first ?? node) : root(first);
};
const checksOf = (node: Node): readonly Check[] => {
  const [first, ...checks] = node.pipe ?? [];
  return first === undefined ? [] : [...checksOf(first as Node), ...(checks as Check[])];
};
const optionsOf = (node: Node): readonly Node[] => (node.options ?? []) as readonly Node[];
const absent = (value: unknown) => `absent: ${say(value)}`;
const say = (value: unknown) => JSON.stringify(value);
