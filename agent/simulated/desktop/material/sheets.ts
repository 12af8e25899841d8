export type Sheet = {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** The chart's title and the column that it shows. */
  chart: { title: string; column: number; color: string };
};

export const SHEETS = {
  survey: {
    name: 'Way to school',
    columns: ['Name', 'How', 'Minutes', 'Distance km'],
    rows: [
      ['Ana', 'walk', 12, 0.9],
      ['Ben', 'bus', 25, 6.1],
      ['Chloe', 'bicycle', 14, 3.2],
      ['Dev', 'walk', 8, 0.6],
      ['Ella', 'car', 18, 9.4],
      ['Finn', 'bus', 31, 7.8],
      ['Grace', 'bicycle', 11, 2.5],
      ['Hugo', 'walk', 15, 1.1],
      ['Iris', 'bus', 22, 5.0],
      ['Jay', 'bicycle', 16, 3.9],
      ['Kira', 'walk', 6, 0.4],
      ['Leo', 'bus', 28, 6.6],
    ],
    chart: { title: 'Minutes to school', column: 2, color: '#2b6fe0' },
  },
  dice: {
    name: 'Two dice, 360 throws',
    columns: ['Sum', 'Expected', 'Counted', 'Difference'],
    rows: [
      [2, 10, 8, -2],
      [3, 20, 23, 3],
      [4, 30, 27, -3],
      [5, 40, 44, 4],
      [6, 50, 47, -3],
      [7, 60, 66, 6],
      [8, 50, 51, 1],
      [9, 40, 38, -2],
      [10, 30, 28, -2],
      [11, 20, 19, -1],
      [12, 10, 9, -1],
    ],
    chart: { title: 'How often each sum came', column: 2, color: '#1f9d5b' },
  },
  beans: {
    name: 'Bean diary',
    columns: ['Day', 'Window cm', 'Shelf cm', 'Cupboard cm'],
    rows: [
      ['1', 0, 0, 0],
      ['3', 0.4, 0.3, 0.2],
      ['5', 1.6, 1.1, 1.4],
      ['7', 3.2, 2.2, 3.9],
      ['9', 5.1, 3.8, 6.3],
      ['11', 7.4, 5.2, 8.8],
      ['13', 9.8, 6.9, 10.1],
      ['15', 12.5, 8.4, 10.6],
      ['17', 15.2, 10.1, 10.7],
    ],
    chart: { title: 'Height of the bean by the window', column: 1, color: '#e07a1f' },
  },
} as const satisfies Record<string, Sheet>;
export type SheetName = keyof typeof SHEETS;
