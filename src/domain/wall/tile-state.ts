/** The state that a tile displays, and the order of the tiles. */

export type TileState = 'picture' | 'privacy' | 'unavailable' | 'undecodable' | 'offline' | 'noData';

export type TileFacts = {
  /** Undefined: the device is not connected. */
  client: { isOffline: boolean; hasInfo: boolean; isPrivate: boolean } | undefined;
  thumbnail: 'none' | 'shown' | 'undecodable';
};

/** Privacy hides every picture. A device that is not connected has none. */
export function tileState({ client, thumbnail }: TileFacts): TileState {
  if (client === undefined || client.isOffline) return 'offline';
  if (client.isPrivate) return 'privacy';
  if (thumbnail === 'undecodable') return 'undecodable';
  if (thumbnail === 'shown') return 'picture';
  return client.hasInfo ? 'unavailable' : 'noData';
}

export type TileRank = { isOnline: boolean; name: string; hostname: string; key: string };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Online devices first, then by name. A device without a name comes after those with one. */
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
 * The display to choose if the chosen one is gone: the first remaining one. `keep`: the choice stands. An
 * undefined `displayId` is the primary display.
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
