/** The fields of a form and what is wrong with them. */
import { useState } from 'react';

/** By field, what is wrong with it. */
export type FieldErrors<Fields> = { [field in keyof Fields]?: string };

/**
 * Holds the fields of a form from their first values on, and what `setErrors` says is wrong with them. A field that is
 * changed has no error any more until the form is read again.
 */
export function useFields<Fields extends object>(firstFields: () => Fields) {
  const [first] = useState(firstFields);
  const [fields, setFields] = useState(first);
  const [errors, setErrors] = useState<FieldErrors<Fields>>({});
  function change(part: Partial<Fields>): void {
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => {
      const left = { ...before };
      for (const field in part) delete left[field];
      return left;
    });
  }
  return { fields, errors, setErrors, change, isChanged: JSON.stringify(fields) !== JSON.stringify(first) };
}
