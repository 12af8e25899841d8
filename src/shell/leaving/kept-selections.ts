/** What was selected outlives the change to a new version, which loads the page again in the middle of a lesson. */
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { createTabStore } from '../../session/tab-store.ts';
import { appUpdate } from '../notices/app-update-state.ts';

const selections = createTabStore('lectern.selected.', v.array(v.string()));

/** What was selected there when this tab changed over; once. `of`: names the list. */
export function takeSelected(of: string): readonly string[] {
  const ids = selections.read(of) ?? [];
  selections.drop(of);
  return ids;
}

/** Keeps what is selected by then when the tab changes over with the list on it. */
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
