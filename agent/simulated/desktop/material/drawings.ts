/** Drawings as strokes on a 100 × 70 sheet, in the order in which a student draws them. */
export type Stroke =
  | { kind: 'line'; points: readonly number[]; color: string; width: number }
  | { kind: 'shape'; points: readonly number[]; color: string }
  | { kind: 'disc'; x: number; y: number; radius: number; color: string };
export type Drawing = { name: string; strokes: readonly Stroke[] };

const line = (color: string, width: number, ...points: readonly number[]): Stroke => ({
  kind: 'line',
  points,
  color,
  width,
});
const shape = (color: string, ...points: readonly number[]): Stroke => ({ kind: 'shape', points, color });
const disc = (color: string, x: number, y: number, radius: number): Stroke => ({
  kind: 'disc',
  x,
  y,
  radius,
  color,
});

/** Rows of slanted tiles in three colours that fit into each other. */
function tiles(): Stroke[] {
  const colors = ['#f4a259', '#5b8e7d', '#8cb369', '#bc4b51', '#4d7ea8'];
  return Array.from({ length: 35 }, (_, i) => {
    const x = 6 + (i % 7) * 12.6;
    const y = 5 + Math.floor(i / 7) * 12.2;
    const lean = Math.floor(i / 7) % 2 ? 4 : -4;
    return shape(
      colors[(i * 3 + Math.floor(i / 7)) % colors.length] ?? '#f4a259',
      ...[x, y, x + 12, y, x + 12 + lean, y + 6, x + 12, y + 12, x, y + 12, x + lean, y + 6],
    );
  });
}

export const DRAWINGS = {
  house: {
    name: 'Our street',
    strokes: [
      shape('#bfe3ff', 0, 0, 100, 0, 100, 48, 0, 48),
      shape('#86c46b', 0, 48, 30, 44, 62, 50, 100, 45, 100, 70, 0, 70),
      disc('#ffd24a', 84, 12, 7),
      shape('#f3dcc0', 22, 30, 52, 30, 52, 58, 22, 58),
      shape('#c8553d', 18, 31, 37, 14, 56, 31),
      shape('#7a4b32', 33, 44, 41, 44, 41, 58, 33, 58),
      shape('#8fd0ff', 25, 35, 31, 35, 31, 41, 25, 41),
      shape('#8fd0ff', 43, 35, 49, 35, 49, 41, 43, 41),
      line('#7a4b32', 2.2, 72, 58, 72, 38),
      disc('#4f9a52', 72, 33, 9),
      disc('#5fb061', 66, 38, 6),
      disc('#5fb061', 78, 38, 6),
      disc('#e4505a', 70, 33, 1.4),
      disc('#e4505a', 76, 37, 1.4),
      line('#e9d8a6', 5, 37, 60, 42, 66, 52, 70),
      line('#ffffff', 2.4, 12, 14, 18, 12, 24, 14, 30, 12),
      line('#ffffff', 2.4, 48, 9, 54, 7, 60, 9),
    ],
  },
  tessellation: { name: 'Tessellation homework', strokes: tiles() },
  rocket: {
    name: 'Rocket poster',
    strokes: [
      shape('#141b3d', 0, 0, 100, 0, 100, 70, 0, 70),
      ...[8, 19, 31, 44, 58, 69, 82, 93].map((x, i) => disc('#fff6c9', x, 6 + ((i * 23) % 58), 0.7)),
      disc('#cfd6e6', 82, 16, 8),
      disc('#aab4c9', 79, 14, 2),
      disc('#aab4c9', 85, 19, 1.5),
      shape('#eef2fa', 42, 50, 42, 26, 50, 10, 58, 26, 58, 50),
      shape('#e4505a', 44, 22, 50, 10, 56, 22),
      shape('#e4505a', 42, 38, 34, 52, 42, 50),
      shape('#e4505a', 58, 38, 66, 52, 58, 50),
      disc('#2b6fe0', 50, 31, 4.4),
      disc('#9ecbff', 50, 31, 3),
      shape('#ffb02e', 44, 51, 50, 67, 56, 51),
      shape('#ff6b35', 46.5, 51, 50, 60, 53.5, 51),
      line('#7d8bb5', 1, 20, 60, 24, 54, 28, 60),
      line('#7d8bb5', 1, 70, 62, 75, 57, 80, 62),
    ],
  },
} as const satisfies Record<string, Drawing>;
export type DrawingName = keyof typeof DRAWINGS;
