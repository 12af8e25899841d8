/** The files and sendings that the student has removed: a call that comes again does not bring them back. */

export function createRemovedFiles() {
  /** By key of a file: the reference of the newest call over which the file came or went. */
  const referenceOf = new Map<string, string>();
  /** References that the student does not want any more, while nothing of them was under way. */
  const unwanted = new Set<string>();
  /** By reference: keys of files that had ended for good and were removed. */
  const removed = new Map<string, Set<string>>();

  return {
    noteCall: (key: string, reference: string): void => void referenceOf.set(key, reference),
    isUnwanted: (reference: string): boolean => unwanted.has(reference),
    isRemoved: (reference: string, key: string): boolean => removed.get(reference)?.has(key) ?? false,
    /** `comesAgain`: the call of the file broke, and is placed again by itself. */
    remove(key: string, comesAgain: boolean): void {
      const reference = referenceOf.get(key);
      referenceOf.delete(key);
      if (reference === undefined) return;
      if (comesAgain) unwanted.add(reference);
      else removed.set(reference, new Set(removed.get(reference)).add(key));
    },
  };
}
