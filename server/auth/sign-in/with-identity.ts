/** What a tutor's record takes over from the identity provider. */
import type { Identity } from '../../identity/id-token.ts';

type Profile = Partial<Pick<Identity, 'givenName' | 'familyName' | 'picture'>>;

/** A picture is the newest one; names stay as they are, as the whole name does. The same object: nothing is new. */
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
