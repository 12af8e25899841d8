import { expect, it } from 'vitest';
import { type Change, createChanges } from './changes.ts';

const change: Change = { tenant: 'demo', resource: 'groups', change: 'updated', at: 1 };

it('tells listeners in the order in which they came, and not those that have stopped', () => {
  const changes = createChanges();
  const heard: string[] = [];
  const stop = changes.listen(({ resource }) => heard.push(`first ${resource}`));
  changes.listen(() => heard.push('second'));
  changes.publish(change);
  stop();
  changes.publish(change);
  expect(heard).toEqual(['first groups', 'second', 'second']);
});

it('lets one function listen twice and stop once', () => {
  const changes = createChanges();
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  changes.listen(listener);
  changes.listen(listener)();
  changes.publish(change);
  expect(heard).toBe(1);
});
