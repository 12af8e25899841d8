/** So many things at once: one for each subject, some for each tenant, and so many for all. */
export type Subject = { tenant: string; subject: string };

/** Gives the place back; may be called twice. */
export type GiveBack = () => void;

export type Places = {
  /** Why there is no place: this subject has one already, or too many have. */
  take(who: Subject): GiveBack | 'taken' | 'full';
};

export function createPlaces({ most, mostOfTenant }: { most: number; mostOfTenant: number }): Places {
  const present = new Set<Subject>();
  return {
    take({ tenant, subject }) {
      const ofTenant = [...present].filter((each) => each.tenant === tenant);
      if (ofTenant.some((each) => each.subject === subject)) return 'taken';
      if (ofTenant.length >= mostOfTenant || present.size >= most) return 'full';
      const own = { tenant, subject };
      present.add(own);
      return () => void present.delete(own);
    },
  };
}
