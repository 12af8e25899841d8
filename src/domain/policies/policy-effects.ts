/** What a policy does and when, by the names of its parts; of a definition that is not read any further. */

function definitions(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  const names = parts.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'definition' in part && typeof part.definition === 'string'
      ? [part.definition]
      : [],
  );
  return [...new Set(names)];
}

export function policyParts(definition: unknown): { effects: string[]; conditions: string[] } {
  if (typeof definition !== 'object' || definition === null) return { effects: [], conditions: [] };
  const { effects, conditions } = definition as { effects?: unknown; conditions?: unknown };
  return { effects: definitions(effects), conditions: definitions(conditions) };
}
