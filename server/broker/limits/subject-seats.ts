/** Counts the connections of each tutor, device and runner, from the moment they request admission. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';

/** How many client ids one subject may use at the same time. */
export type SeatLimits = Record<AccessTokenClaims['kind'], number>;
/**
 * A tutor has one connection per browser. A device has one, but may reconnect as another program before its
 * old connection is closed.
 */
export const SUBJECT_SEATS: SeatLimits = { tutor: 32, device: 8, runner: 8 };

type Subject = Pick<AccessTokenClaims, 'kind' | 'tenant' | 'site' | 'sub' | 'clientId'>;

export type SubjectSeats = {
  /** Returns the function that frees the seat; undefined: all are taken. A client id has one seat. */
  take(subject: Subject, clientId: string): (() => void) | undefined;
};

export function createSubjectSeats(limits: SeatLimits): SubjectSeats {
  /** Connections per client id of each subject. A taken-over client id briefly has two. */
  const taken = new Map<string, Map<string, number>>();
  return {
    take({ kind, tenant, site, sub, clientId: device }, clientId) {
      const subject = JSON.stringify([kind, tenant, site, device ?? sub]);
      const seats = taken.get(subject) ?? new Map<string, number>();
      const before = seats.get(clientId) ?? 0;
      if (before === 0 && seats.size >= limits[kind]) return undefined;
      seats.set(clientId, before + 1);
      taken.set(subject, seats);
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        const left = (seats.get(clientId) ?? 0) - 1;
        if (left > 0) seats.set(clientId, left);
        else seats.delete(clientId);
        if (seats.size === 0 && taken.get(subject) === seats) taken.delete(subject);
      };
    },
  };
}
