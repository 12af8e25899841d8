/** What a platform in another process has used so far, as it says itself. */
import { readMetrics, samplesOf } from '../../support/wire/metrics-text.ts';

export type PlatformCost = {
  cpuSeconds: number;
  /** Of MQTT clients, in and out. */
  brokerBytes: number;
  /** Of the database. */
  statements: number;
  /** What it has now: on the heap, and outside it for buffers. */
  memoryBytes: number;
};

export async function readPlatformCost(port: number): Promise<PlatformCost> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!answer.ok) throw new Error(`the metrics cannot be read: ${answer.status}`);
  const samples = readMetrics(await answer.text());
  const total = (name: string) => samplesOf(samples, name).reduce((sum, { value }) => sum + value, 0);
  return {
    cpuSeconds: total('process_cpu_seconds_total'),
    brokerBytes: total('lectern_broker_bytes_total'),
    statements: total('lectern_database_query_seconds_count'),
    memoryBytes: total('nodejs_heap_size_used_bytes') + total('nodejs_external_memory_bytes'),
  };
}
