import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { lagOfSlowest } from './metrics.ts';

test('of several processes the lag is that of the slowest, not an average in which it disappears', async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  lagOfSlowest(registry);
  const metrics = await registry.getMetricsAsJSON();
  const process = (lag: number) =>
    metrics.map((metric) =>
      metric.name === 'nodejs_eventloop_lag_p99_seconds'
        ? { ...metric, values: [{ value: lag, labels: {} }] }
        : metric,
    );
  const family = AggregatorRegistry.aggregate([process(0.01), process(0.25), process(0.01)]);
  expect(await family.metrics()).toMatch(/^nodejs_eventloop_lag_p99_seconds 0\.25$/m);
});
