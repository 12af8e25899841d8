import type { JsonSchema } from './json-schemas.ts';
import { escapeHtml } from './page-text.ts';

const NAMED = '#/components/schemas/';

/** Renders a JSON Schema as nested lists: the type, its limits, and the fields of an object. */
export function schemaHtml(schema: JsonSchema): string {
  const { $ref, anyOf, allOf, items, properties } = schema;
  if ($ref !== undefined) {
    const name = escapeHtml($ref.replace(NAMED, ''));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const choices = anyOf ?? schema.oneOf;
  if (choices) return choicesHtml(choices.filter(isSchema));
  if (allOf) return `all of:${listHtml(allOf.filter(isSchema).map(schemaHtml))}`;
  if (schema.const !== undefined) return valueHtml(schema.const);
  if (schema.enum) return schema.enum.map(valueHtml).join(' or ');
  if (isSchema(items)) return `list of ${schemaHtml(items)}${limitsHtml(schema)}`;
  if (properties && Object.keys(properties).length > 0) return fieldsHtml(properties, schema.required);
  if (isSchema(schema.additionalProperties)) return `object of ${schemaHtml(schema.additionalProperties)}`;
  return `${[schema.type ?? 'anything'].flat().join(' or ')}${limitsHtml(schema)}`;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const valueHtml = (value: unknown) => `<code>${escapeHtml(JSON.stringify(value))}</code>`;
const listHtml = (parts: readonly string[]) => `<ul>${parts.map((part) => `<li>${part}</li>`).join('')}</ul>`;

function choicesHtml(choices: readonly JsonSchema[]): string {
  const real = choices.filter(({ type }) => type !== 'null');
  const [only] = real;
  const orNull = real.length < choices.length ? ' or null' : '';
  if (only && real.length === 1) return `${schemaHtml(only)}${orNull}`;
  return `one of:${listHtml(real.map(schemaHtml))}${orNull}`;
}

function fieldsHtml(properties: Record<string, unknown>, required: readonly string[] = []): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ' <i>optional</i>';
    return `<code>${escapeHtml(name)}</code>${optional}: ${isSchema(schema) ? schemaHtml(schema) : 'anything'}`;
  });
  return `object with${listHtml(fields)}`;
}

const LIMITS = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'shortest length',
  maxLength: 'longest length',
  minItems: 'fewest entries',
  maxItems: 'most entries',
  pattern: 'pattern',
  format: 'format',
  default: 'otherwise',
} as const;

function limitsHtml(schema: JsonSchema): string {
  const limits = Object.entries(LIMITS).flatMap(([key, words]) => {
    const value = schema[key as keyof typeof LIMITS];
    return value === undefined ? [] : [`${words} ${valueHtml(value)}`];
  });
  return limits.length > 0 ? ` <small>(${limits.join(', ')})</small>` : '';
}
