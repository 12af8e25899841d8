/** Keeps selections over the change to a new version, which reloads the page in the middle of a lesson. */
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { createTabStore } from '#session/tab-store.ts';
import { appUpdate } from '../notices/app-update-state.ts';

const selections = createTabStore('lectern.selected.', v.array(v.string()));

/** Returns the selection stored by the change of version, and removes it. `of`: the name of the list. */
export function takeSelected(of: string): readonly string[] {
  const ids = selections.read(of) ?? [];
  selections.drop(of);
  return ids;
}

/** Stores the current selection when the tab changes to a new version. */
export function useKeptSelected(of: string, selected: () => readonly string[]): void {
  const keep = useEffectEvent(() => {
    const ids = selected();
    if (appUpdate.state === 'changing' && ids.length > 0) selections.keep([...ids], of);
  });
  useEffect(() => {
    const left = () => keep();
    addEventListener('pagehide', left);
    return () => removeEventListener('pagehide', left);
  }, []);
}

export const forgetSelected = (): void => selections.dropAll();
