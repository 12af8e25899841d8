/** Saves the positions of the tiles: for all users who see the group, or on this computer. */
import { useCallback } from 'react';
import { layoutName } from '#domain/wall/grid-layout.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GridLayout } from '#protocol/rest/group-body.ts';
import { saveGridLayout } from '#rest/groups.ts';
import { useWrite } from '#rest/use-write.ts';
import { useRoles } from '#session/session-store.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';
import { namedLayouts } from './named-layouts.ts';
import type { WallStore } from './wall-store.ts';

const DISPLAY_MS = 2_000;

export const showSaved = (text: string) =>
  void toasts.show({ type: 'success', text, lifetimeMs: DISPLAY_MS });

/**
 * `save` resolves with false on failure, which is only logged: the wall still shows that tiles were moved, or
 * restores the former size if nothing else was changed. `isShared`: the layout is saved for the group, which
 * only maintainers may do. Other users save it on this computer, under the group's name.
 */
export function useLayoutSaving(group: Group, store: WallStore) {
  const isShared = useRoles().groupMaintainer;
  const { mutateAsync } = useWrite<GridLayout, Group>({
    send: (layout) => saveGridLayout(group, layout),
    changed: { queryKey: ['groups'] },
    show: (client, _, saved) =>
      client.setQueryData<Group[]>(['groups'], (all) =>
        all?.map((each) => (each.id === saved.id ? { ...each, settings: saved.settings } : each)),
      ),
  });
  const saveHere = useCallback((): boolean => {
    const name = layoutName(group.title);
    if (!namedLayouts.save(name, store.positionsToSave(), store.view.size)) return false;
    showSaved(m.savedHereToast({ name }));
    return true;
  }, [group.title, store]);
  const save = useCallback(async (): Promise<boolean> => {
    if (store.view.isSaving) return false;
    const shown = store.arrangement.get().now;
    store.view.isSaving = true;
    try {
      if (isShared) {
        await mutateAsync(store.layoutToSave());
        showSaved(m.savedToast);
      } else if (!saveHere()) return false;
      store.markSaved(shown);
      return true;
    } catch (error) {
      console.warn('save layout', error);
      return false;
    } finally {
      store.view.isSaving = false;
    }
  }, [isShared, mutateAsync, saveHere, store]);
  return { isShared, save };
}
