/**
 * Reads layouts from outside: from the platform, from another version, or written by hand. Readable parts are
 * kept, and the others are counted.
 */
import { parsedJson } from '../parsed-json.ts';
import { trimmedText } from '../visible-text.ts';
import type { Size } from './limits.ts';
import { MAX_POSITION, MAX_POSITIONS, type Position, type Positions } from './positions.ts';

const MAX_KEY = 128;
const MAX_URL = 2_048;
/** Browsers render nothing larger. */
const MAX_SIDE = 32_767;

export type Background = Size & { url: string; key: string | undefined };

export type CleanLayout = {
  positions: Positions;
  background: Background | undefined;
  /** Zoom of the background, in percent. */
  zoomPercent: number;
  /** Value of the size slider when the tiles were placed. Undefined: unknown. */
  tileSize: number | undefined;
  /** Number of unreadable positions, which were left out. */
  droppedCount: number;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCoordinate = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const within = (value: number, max: number) => Math.min(max, Math.max(0, value));

function cleanPosition(value: unknown): Position | undefined {
  if (!isRecord(value) || !isCoordinate(value.x) || !isCoordinate(value.y)) return undefined;
  // A position far outside moves to the border, where the tile can be seen and moved.
  return { x: within(value.x, MAX_POSITION), y: within(value.y, MAX_POSITION) };
}

function cleanPositions(value: unknown): { positions: Positions; droppedCount: number } {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const clean: [string, Position][] = [];
  for (const [key, each] of entries) {
    const position = cleanPosition(each);
    if (position === undefined || key === '' || key.length > MAX_KEY || clean.length >= MAX_POSITIONS)
      continue;
    clean.push([key, position]);
  }
  return { positions: Object.fromEntries(clean), droppedCount: entries.length - clean.length };
}

const isSide = (value: unknown): value is number => isCoordinate(value) && value >= 1 && value <= MAX_SIDE;

/** An address of the web or of this platform, never one that could run code. */
const isPictureUrl = (url: string) => url.length <= MAX_URL && /^(https?:\/\/|\/(?!\/))/i.test(url);

function cleanBackground(layout: Record<string, unknown>): Background | undefined {
  const { backgroundImageUrl: url, backgroundImageKey: key, bgWidth: width, bgHeight: height } = layout;
  if (typeof url !== 'string' || !isPictureUrl(url) || !isSide(width) || !isSide(height)) return undefined;
  return { url, key: typeof key === 'string' && key !== '' ? key : undefined, width, height };
}

/** Reads the layout of a group, `settings.gridLayout`. Any other value counts as an empty layout. */
export function cleanLayout(value: unknown): CleanLayout {
  const layout = isRecord(value) ? value : {};
  const { zoomPercent, tileSize } = layout;
  return {
    ...cleanPositions(layout.positions),
    background: cleanBackground(layout),
    zoomPercent: isCoordinate(zoomPercent) && zoomPercent >= 1 ? Math.min(400, zoomPercent) : 100,
    tileSize: isCoordinate(tileSize) ? within(tileSize, 100) : undefined,
  };
}

/** Stored form of a layout with a name. */
export type NamedLayout = { version: 1; positions: Positions; size: number | undefined };

export type NamedLayoutAnswer =
  | { name: 'read'; layout: NamedLayout; droppedCount: number }
  | { name: 'refused'; why: 'unreadable' | 'newer' | 'too-large' | 'empty' };

const MAX_TEXT = 1_048_576;
const VERSION = 1;

/** A layout without a version is older than versions are, and has positions alone. */
export function readNamedLayout(text: string): NamedLayoutAnswer {
  if (text.length > MAX_TEXT) return { name: 'refused', why: 'too-large' };
  const value = parsedJson(text);
  if (!isRecord(value)) return { name: 'refused', why: 'unreadable' };
  const { version = VERSION, size } = value;
  if (typeof version !== 'number') return { name: 'refused', why: 'unreadable' };
  if (version > VERSION) return { name: 'refused', why: 'newer' };
  const { positions, droppedCount } = cleanPositions(isRecord(value.positions) ? value.positions : value);
  if (Object.keys(positions).length === 0)
    return { name: 'refused', why: droppedCount > 0 ? 'unreadable' : 'empty' };
  const layout = {
    version: VERSION,
    positions,
    size: isCoordinate(size) ? within(size, 100) : undefined,
  } as const;
  return { name: 'read', layout, droppedCount };
}

export const formatNamedLayout = (positions: Positions, size: number): string =>
  JSON.stringify({ version: VERSION, positions, size } satisfies NamedLayout);

/** The name under which a layout is stored. Empty: no name. */
export const layoutName = (typed: string): string => trimmedText(typed).slice(0, 100);
