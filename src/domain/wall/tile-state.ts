/** What a tile shows instead of a picture, and in which order tiles stand. */

export type TileState = 'picture' | 'privacy' | 'unavailable' | 'undecodable' | 'offline' | 'noData';

export type TileFacts = {
  /** Undefined: the device is not connected. */
  client: { isOffline: boolean; hasInfo: boolean; isPrivate: boolean } | undefined;
  thumbnail: 'none' | 'shown' | 'undecodable';
};

/** Privacy wins over every picture; who is not there has none. */
export function tileState({ client, thumbnail }: TileFacts): TileState {
  if (client === undefined || client.isOffline) return 'offline';
  if (client.isPrivate) return 'privacy';
  if (thumbnail === 'undecodable') return 'undecodable';
  if (thumbnail === 'shown') return 'picture';
  return client.hasInfo ? 'unavailable' : 'noData';
}

export type TileRank = { isOnline: boolean; name: string; hostname: string; key: string };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Online first, then by name. Who has none comes after those who have. */
export function compareTiles(a: TileRank, b: TileRank): number {
  if (a.isOnline !== b.isOnline) return a.isOnline ? -1 : 1;
  for (const field of ['name', 'hostname', 'key'] as const) {
    if ((a[field] === '') !== (b[field] === '')) return a[field] === '' ? 1 : -1;
    const order = collator.compare(a[field], b[field]);
    if (order !== 0) return order;
  }
  return 0;
}

type DisplayLike = { id: string; primary?: boolean | undefined };

/**
 * The display to choose instead of one that is not there any more: the first one left. `keep`: the choice stands.
 * Undefined as a choice is the primary one.
 */
export function displayLeft(
  displays: readonly DisplayLike[],
  chosen: string | undefined,
): { name: 'keep' } | { name: 'choose'; displayId: string | undefined } {
  const [first] = displays;
  if (chosen === undefined || first === undefined || displays.some(({ id }) => id === chosen))
    return { name: 'keep' };
  return { name: 'choose', displayId: first.primary ? undefined : first.id };
}
