/** Limits concurrency: one per subject, some per tenant, and a total. */
export type Subject = { tenant: string; subject: string };

/** Releases the place; may be called twice. */
export type Release = () => void;

export type Places = {
  /** A reason, if there is no place: `taken`: the subject has one; `full`: a limit is reached. */
  take(who: Subject): Release | 'taken' | 'full';
};

export function createPlaces({ max, maxPerTenant }: { max: number; maxPerTenant: number }): Places {
  const present = new Set<Subject>();
  return {
    take({ tenant, subject }) {
      const ofTenant = [...present].filter((each) => each.tenant === tenant);
      if (ofTenant.some((each) => each.subject === subject)) return 'taken';
      if (ofTenant.length >= maxPerTenant || present.size >= max) return 'full';
      const own = { tenant, subject };
      present.add(own);
      return () => void present.delete(own);
    },
  };
}
