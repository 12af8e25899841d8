/** The files and transfers that the student has removed, so that a repeated call does not restore them. */

export function createRemovedFiles() {
  /** The reference of each file's newest call, by the file's key. */
  const referenceOf = new Map<string, string>();
  /** References of interrupted transfers that the student has removed. */
  const unwanted = new Set<string>();
  /** Keys of finished files that the student has removed, by reference. */
  const removed = new Map<string, Set<string>>();

  return {
    noteCall: (key: string, reference: string): void => void referenceOf.set(key, reference),
    isUnwanted: (reference: string): boolean => unwanted.has(reference),
    isRemoved: (reference: string, key: string): boolean => removed.get(reference)?.has(key) ?? false,
    /** `comesAgain`: the file's call broke and will be placed again automatically. */
    remove(key: string, comesAgain: boolean): void {
      const reference = referenceOf.get(key);
      referenceOf.delete(key);
      if (reference === undefined) return;
      if (comesAgain) unwanted.add(reference);
      else removed.set(reference, new Set(removed.get(reference)).add(key));
    },
  };
}
