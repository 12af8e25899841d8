import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useFields } from './use-fields.ts';

afterEach(cleanup);

type Form = { name: string; roles: readonly string[] };

const begin = (saved: Form, together?: readonly (readonly (keyof Form)[])[]) =>
  renderHook((now: Form) => useFields(now, together), { initialProps: saved });

test('a field that was not changed follows what is saved, one that was changed does not', () => {
  const { result, rerender } = begin({ name: 'A', roles: ['r'] });
  act(() => result.current.change({ name: 'B' }));
  rerender({ name: 'C', roles: ['s'] });
  expect(result.current.fields).toEqual({ name: 'B', roles: ['s'] });
  expect(result.current.isChanged).toBe(true);
  rerender({ name: 'B', roles: ['s'] });
  expect(result.current.isChanged).toBe(false);
});

test('a field that is put back follows again', () => {
  const { result, rerender } = begin({ name: 'A', roles: ['r'] });
  act(() => result.current.change({ name: 'B', roles: [] }));
  act(() => result.current.change({ name: 'A', roles: ['r'] }));
  expect(result.current.isChanged).toBe(false);
  rerender({ name: 'C', roles: ['s'] });
  expect(result.current.fields).toEqual({ name: 'C', roles: ['s'] });
});

test('fields that belong together follow all or not at all', () => {
  const { result, rerender } = begin({ name: 'A', roles: ['r'] }, [['name', 'roles']]);
  act(() => result.current.change({ name: 'B' }));
  rerender({ name: 'C', roles: ['s'] });
  expect(result.current.fields).toEqual({ name: 'B', roles: ['r'] });
  act(() => result.current.change({ name: 'C' }));
  expect(result.current.isChanged).toBe(true);
  act(() => result.current.change({ roles: ['s'] }));
  expect(result.current.isChanged).toBe(false);
  rerender({ name: 'D', roles: ['t'] });
  expect(result.current.fields).toEqual({ name: 'D', roles: ['t'] });
});

test('a field that is changed has no error any more; the others keep theirs', () => {
  const { result } = begin({ name: '', roles: [] });
  act(() => result.current.setErrors({ name: 'Required', roles: 'Required' }));
  act(() => result.current.change({ name: 'A' }));
  expect(result.current.errors).toEqual({ roles: 'Required' });
});
