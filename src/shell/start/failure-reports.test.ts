import { afterEach, expect, it, vi } from 'vitest';
import type { RenderFailureBody } from '#protocol/render-failure.ts';
import { createFailureReports, MAX_REPORTS } from './failure-reports.ts';

afterEach(() => void vi.restoreAllMocks());

const named = (name: string) => Object.assign(new Error('x'), { name, stack: '' });

it('reports each failure once, and a page that fails all the time only a few', () => {
  const sent: RenderFailureBody[] = [];
  const report = createFailureReports(async (each) => void sent.push(each));
  for (let at = 0; at < 1_000; at += 1) report({ part: 'tile', error: named('TypeError') });
  expect(sent).toHaveLength(1);
  for (let at = 0; at < 1_000; at += 1) report({ part: 'card', error: named(`E${at}`) });
  expect(sent).toHaveLength(MAX_REPORTS);
});

it('a report that cannot be sent is dropped with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  createFailureReports(async () => Promise.reject(new Error('offline')))({ part: 'row', error: named('E') });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
});
