import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleSession } from '#session/console-session.ts';
import { saveGroupMembers, saveGroupPatterns } from './group-members.ts';
import { saveGridLayout, saveWakeSchedule, syncGroup } from './groups.ts';

let asked: { method: string; path: string; body: unknown }[];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  answer = () => Response.json({});
  vi.stubGlobal('localStorage', { getItem: () => 'http://platform.example', setItem() {} });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({
      method: init.method ?? '',
      path: new URL(url).pathname,
      body: JSON.parse(String(init.body)),
    });
    return answer();
  });
  vi.stubGlobal('location', new URL('http://demo.localhost'));
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const group = { id: 'g/1', definitionName: 'deviceGroup', name: 'Suite', global: false } as const;

test('members and patterns are put whole, with what they were', async () => {
  await saveGroupMembers('g/1', { entries: ['d-1', 'd-2'], former: ['d-1'] });
  await saveGroupPatterns('g2', { entries: ['CB-*'], former: [] });
  expect(asked).toEqual([
    { method: 'PUT', path: '/v1/groups/g%2F1/members', body: { members: ['d-1', 'd-2'], former: ['d-1'] } },
    { method: 'PUT', path: '/v1/groups/g2/patterns', body: { patterns: ['CB-*'], former: [] } },
  ]);
});

test('a layout of the wall goes as a setting, with what always comes along', async () => {
  const gridLayout = { positions: { 'c-1': { x: 1, y: 2 } }, zoomPercent: 100 };
  answer = () => Response.json({ ...group, settings: { gridLayout } });
  await expect(saveGridLayout(group, gridLayout)).resolves.toMatchObject({
    title: 'Suite',
    settings: { gridLayout },
  });
  const { id: _, ...along } = group;
  expect(asked).toEqual([
    { method: 'PUT', path: '/v1/groups/g%2F1', body: { ...along, settings: { gridLayout } } },
  ]);
});

test('a schedule goes with what always comes along', async () => {
  const wol = { enabled: true, periods: [{ day: 1, time: '07:45' }] };
  await saveWakeSchedule(group, wol);
  const { id: _, ...alongside } = group;
  expect(asked).toEqual([{ method: 'PUT', path: '/v1/groups/g%2F1', body: { ...alongside, wol } }]);
});

test('a sync answers the group, and a refusal says what the platform said', async () => {
  answer = () => Response.json({ ...group, meta: { lastSync: '2026-11-21T10:00:00Z' } });
  expect((await syncGroup('g/1')).meta?.lastSync).toBe('2026-11-21T10:00:00Z');
  expect(asked[0]).toEqual({ method: 'POST', path: '/v1/groups/g%2F1/sync', body: {} });
  answer = () => Response.json({ code: 'conflict', message: 'It has no directory.' }, { status: 409 });
  await expect(syncGroup('g/1')).rejects.toMatchObject({ code: 'conflict', message: 'It has no directory.' });
});
