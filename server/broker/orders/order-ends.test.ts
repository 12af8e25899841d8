import { expect, test } from 'vitest';
import type { HeldOrder } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import { createOrderEnds, ORDER_GRACE_MS, ORDER_LIFE_MS } from './order-ends.ts';

const order: HeldOrder = {
  tenant: 'acme',
  site: 'one',
  groupId: 'maths',
  slot: 'lock',
  id: 'l1',
  action: 'lock',
  parameters: {},
  tutorId: 'tina',
  since: 0,
  except: [],
};
const console_ = (sub: string, filters: string[] = [], site = 'one') =>
  ({
    claims: { kind: 'tutor', tenant: 'acme', site, sub },
    filters: new Set(filters),
  }) as unknown as Connection;
const OPEN = 'acme/one/groups/maths/orders';

function setUp() {
  const here: Connection[] = [];
  let at = 0;
  const ends = createOrderEnds({ connections: () => here, now: () => at });
  return {
    here,
    overAt(ms: number) {
      at = ms;
      return ends.over([order]).length === 1;
    },
  };
}

test('an order of another school with the same id keeps nothing', () => {
  const here = [console_('tina', [], 'two')];
  let at = 0;
  const { over } = createOrderEnds({ connections: () => here, now: () => at });
  const elsewhere = { ...order, site: 'two' };
  expect(over([elsewhere, order])).toEqual([]);
  at = ORDER_GRACE_MS;
  expect(over([elsewhere, order])).toEqual([order]);
});

test.each([
  ['the tutor who gave it', [console_('tina')], true],
  ['a colleague who has the group open', [console_('tom', [OPEN])], true],
  ['a colleague who looks at another group', [console_('tom', ['acme/one/groups/chess/orders'])], false],
  ['the same tutor on another site', [console_('tina', [OPEN], 'two')], false],
  ['nobody', [], false],
])('%s keeps it: %j', (_who, connections, keeps) => {
  const { here, overAt } = setUp();
  here.push(...connections);
  expect(overAt(0)).toBe(false);
  expect(overAt(ORDER_GRACE_MS - 1)).toBe(false);
  expect(overAt(ORDER_GRACE_MS)).toBe(!keeps);
});

test('counts from when the last of them went, and anew when one is back', () => {
  const { here, overAt } = setUp();
  here.push(console_('tina'));
  expect(overAt(50_000)).toBe(false);
  here.pop();
  expect(overAt(60_000 + ORDER_GRACE_MS - 20_000)).toBe(false);
  here.push(console_('tina'));
  expect(overAt(ORDER_GRACE_MS * 2)).toBe(false);
  here.pop();
  expect(overAt(ORDER_GRACE_MS * 3 - 1)).toBe(false);
  expect(overAt(ORDER_GRACE_MS * 3)).toBe(true);
});

test('ends after its time, whoever is there', () => {
  const { here, overAt } = setUp();
  here.push(console_('tina'));
  expect(overAt(ORDER_LIFE_MS - 1)).toBe(false);
  expect(overAt(ORDER_LIFE_MS)).toBe(true);
});

test('nobody keeps it for longer because the clock was set back', () => {
  const { overAt } = setUp();
  const HOUR_MS = 3_600_000;
  expect(overAt(2 * HOUR_MS)).toBe(false);
  expect(overAt(HOUR_MS)).toBe(false);
  expect(overAt(HOUR_MS + ORDER_GRACE_MS)).toBe(true);
});
