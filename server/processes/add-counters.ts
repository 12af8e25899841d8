type Counters = { [name: string]: number | Counters };

/** Adds up the counters of several services by name. */
export function addCounters<All extends object>(all: readonly All[]): All {
  return all.reduce<Counters>((sum, each) => added(sum, each as Counters), {}) as All;
}

function added(a: Counters, b: Counters): Counters {
  const sum = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const before = sum[name];
    if (typeof value !== 'number') sum[name] = added(typeof before === 'object' ? before : {}, value);
    else sum[name] = (typeof before === 'number' ? before : 0) + value;
  }
  return sum;
}
