export type Curve = { label: string; color: string; at: (x: number, t: number) => number };
/** The plotter's functions. `t` (0 to 1) is the position of its slider. */
export const GRAPHS = {
  lines: {
    name: 'Lines that cross',
    curves: [
      { label: 'y = 2x − 1', color: '#d6336c', at: (x: number) => 2 * x - 1 },
      { label: 'y = −x + 4', color: '#2b6fe0', at: (x: number) => -x + 4 },
      { label: 'y = a', color: '#1f9d5b', at: (_: number, t: number) => t * 6 - 3 },
    ],
  },
  parabola: {
    name: 'Moving a parabola',
    curves: [
      { label: 'y = x²', color: '#8793a8', at: (x: number) => x * x },
      {
        label: 'y = (x − a)² − 2',
        color: '#d6336c',
        at: (x: number, t: number) => (x - (t * 4 - 2)) ** 2 - 2,
      },
      { label: 'y = 3', color: '#2b6fe0', at: () => 3 },
    ],
  },
  wave: {
    name: 'Waves',
    curves: [
      { label: 'y = 2 sin x', color: '#7b4fd6', at: (x: number) => 2 * Math.sin(x) },
      {
        label: 'y = a cos 2x',
        color: '#e07a1f',
        at: (x: number, t: number) => (0.6 + t * 2.2) * Math.cos(2 * x),
      },
    ],
  },
} as const satisfies Record<string, { name: string; curves: readonly Curve[] }>;
export type GraphName = keyof typeof GRAPHS;
