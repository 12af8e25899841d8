/** Reads the text that `/metrics` answers. */
export type MetricSample = { name: string; labels: Record<string, string>; value: number };

export const readMetrics = (text: string): MetricSample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', label = '']) => [
        key,
        label,
      ]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });

/** The samples of that name that have these labels. */
export const samplesOf = (
  samples: readonly MetricSample[],
  name: string,
  labels: Record<string, string> = {},
): MetricSample[] =>
  samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
