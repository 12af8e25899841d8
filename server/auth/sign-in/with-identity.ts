/** Copies fields of the identity provider into a tutor's record. */
import type { Identity } from '../identity/id-token.ts';

type Profile = Partial<Pick<Identity, 'givenName' | 'familyName' | 'picture'>>;

/** Takes the newest picture; existing names stay. Returns the same object if nothing changes. */
export function withIdentity<T extends Profile>(properties: T, identity: Identity): T {
  const isNamed = properties.givenName !== undefined || properties.familyName !== undefined;
  const { givenName, familyName } = isNamed ? properties : identity;
  const picture = identity.picture ?? properties.picture;
  const isKnown =
    givenName === properties.givenName &&
    familyName === properties.familyName &&
    picture === properties.picture;
  return isKnown ? properties : { ...properties, givenName, familyName, picture };
}
