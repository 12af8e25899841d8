/** The fields of a form and what is wrong with them (decision 38). */
import { useState } from 'react';

/** By field, what is wrong with it. */
export type FieldErrors<Fields> = { [field in keyof Fields]?: string };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Holds what was changed in the fields of a form, and what `setErrors` says is wrong with them. `saved`: the fields as they
 * are now, JSON values. A field that was not changed here follows it, so that the form sends back nothing that is older than
 * what somebody else has saved meanwhile. `together`: fields that mean something only with each other, which follow all or not
 * at all. A field that is changed has no error any more until the form is read again.
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
        // What is as it was saved follows again.
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
