import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { holdsApplications } from '#rest/policies.ts';
import { readAfterWrite } from '#rest/use-write.ts';
import { activities } from '#shell/activity/activity.ts';
import { createPolicyRun, type PolicyChange, type PolicyRun, reversed, targetKey } from './policy-changes.ts';
import { PolicyRest } from './policy-rest.ts';

/** The titles of the change and of its undo in the activity area. */
export type ChangeTitles = { title: string; back: string };

export type ApplyChanges = (titles: ChangeTitles, changes: readonly PolicyChange[]) => PolicyRun;

/** Writes policies; the activity area shows the progress and offers to undo. */
export function usePolicyChanges(): ApplyChanges {
  const { put, changeMany } = useContext(PolicyRest);
  const client = useQueryClient();
  return useCallback<ApplyChanges>(
    (titles, changes) => {
      const onSettled = () => void readAfterWrite(client, { predicate: holdsApplications });
      function apply({ title, back }: ChangeTitles, some: readonly PolicyChange[]): PolicyRun {
        const run = createPolicyRun(some, { put, changeMany, onSettled });
        activities.report({
          title,
          run,
          names: new Map(some.map(({ target, name }) => [targetKey(target), shownName(name, 60)])),
          undo: {
            clientIds: some.map(({ target }) => targetKey(target)),
            perform(keys) {
              const again = some.filter(({ target }) => keys.includes(targetKey(target)));
              apply({ title: back, back: title }, reversed(again));
            },
          },
        });
        return run;
      }
      return apply(titles, changes);
    },
    [client, put, changeMany],
  );
}
