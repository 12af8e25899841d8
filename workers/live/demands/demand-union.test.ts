import { describe, expect, test } from 'vitest';
import { info, pictures, single } from '../fakes/demands-fixture.ts';
import { uniteDemands } from './demand-union.ts';

describe('the union of what screens want', () => {
  test('is the highest quality, the shortest interval and the largest size', () => {
    const united = uniteDemands([pictures(10, 5_000, 160), pictures(40, 8_000, 320), info]);
    expect([...united.keys()].sort()).toEqual(['info', 'statuses', 'thumbnails']);
    expect(united.get('thumbnails')).toMatchObject({
      frequency: 5_000,
      'demand-parameters': { quality: 40, width: 320, height: 160 },
    });
    expect(united.get('info')).toMatchObject({ frequency: 0, TTL: 600_000 });
  });

  test('always has the statuses, the sign of life of a device', () => {
    expect(uniteDemands([info]).get('statuses')).toMatchObject({ frequency: 10_000 });
    expect(uniteDemands([]).size).toBe(0);
  });

  test('asks for quality 10 each 5 s where a screen says nothing', () => {
    const united = uniteDemands([{ of: { groupId: 'g1' }, feeds: ['thumbnails'] }]);
    expect(united.get('thumbnails')).toMatchObject({
      frequency: 5_000,
      'demand-parameters': { quality: 10 },
    });
  });

  test('asks a single device for quality 100 where its screen says nothing', () => {
    expect(uniteDemands([single]).get('thumbnails')).toMatchObject({
      frequency: 5_000,
      'demand-parameters': { quality: 100, width: 1_280, height: 720 },
    });
  });
});
