import { useState } from 'react';

export type FieldErrors<Fields> = { [field in keyof Fields]?: string };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Holds the changed fields of a form, and the errors set by `setErrors`. `saved`: the stored fields, as JSON
 * values. Unchanged fields follow `saved`, so that the form never overwrites newer values stored by others.
 * `together`: fields that depend on each other, which follow all or not at all. Changing a field clears its
 * error until the next validation (decision 38).
 */
export function useFields<Fields extends object>(
  saved: Fields,
  together: readonly (readonly (keyof Fields)[])[] = [],
) {
  const [changed, setChanged] = useState<Partial<Fields>>({});
  const [errors, setErrors] = useState<FieldErrors<Fields>>({});
  const fields: Fields = { ...saved, ...changed };
  function change(part: Partial<Fields>): void {
    setChanged((before) => {
      const after = { ...before };
      const shown = { ...saved, ...before, ...part };
      for (const field in part) {
        const group = together.find((each) => each.includes(field)) ?? [field];
        // Fields equal to the stored ones follow `saved` again.
        const isSaved = group.every((each) => isSame(shown[each], saved[each]));
        for (const each of group) {
          if (isSaved) delete after[each];
          else after[each] = shown[each];
        }
      }
      return after;
    });
    setErrors((before) => {
      const left = { ...before };
      for (const field in part) delete left[field];
      return left;
    });
  }
  return { fields, errors, setErrors, change, isChanged: !isSame(fields, saved) };
}
