import { mdiShieldOffOutline, mdiShieldPlusOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { ApplyPolicyDialog } from '#features/policies/apply-policy-dialog.tsx';
import type { Group } from '#protocol/rest/group.ts';
import { appliedPoliciesQuery } from '#rest/policies.ts';
import { useRoles } from '#session/session-store.ts';
import { Button } from '#ui/button.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { PageBody } from '#ui/page-body.tsx';
import { failureWords } from '../messages.ts';
import { AppliedTable } from './applied-table.tsx';
import { m } from './messages.ts';

const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain };

function Content(props: { group: Group; mayChange: boolean; onRemove: () => void }) {
  const { group } = props;
  return (
    <ListReader
      reading={useQuery(appliedPoliciesQuery({ kind: 'groups', id: group.id }))}
      words={WORDS}
      failureWords={failureWords}
    >
      {(applied) =>
        applied.length === 0 ? (
          <EmptyState icon={mdiShieldOffOutline} title={m.empty} text={m.emptyText} />
        ) : (
          <AppliedTable {...props} applied={applied} />
        )
      }
    </ListReader>
  );
}

/** The tab 'Group policies': policies applied to the group, which policyUsers change here. */
export function PoliciesTab({ group }: { group: Group }) {
  const mayChange = useRoles().policyUser;
  const [isOpen, setOpen] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const recipients = useMemo(
    () => [{ target: { kind: 'groups' as const, id: group.id }, name: group.title }],
    [group.id, group.title],
  );
  const applyButton = (
    <Button needsPlatform look="primary" icon={mdiShieldPlusOutline} onClick={() => setOpen(true)}>
      {m.applyPolicy}
    </Button>
  );
  return (
    <div ref={body}>
      <PageBody controls={mayChange ? applyButton : undefined}>
        <Content
          group={group}
          mayChange={mayChange}
          // A removed row loses the focus, so it moves to the button above.
          onRemove={() => body.current?.querySelector('button')?.focus()}
        />
        {isOpen ? (
          <DialogBoundary onClose={() => setOpen(false)}>
            <ApplyPolicyDialog recipients={recipients} onClose={() => setOpen(false)} />
          </DialogBoundary>
        ) : null}
      </PageBody>
    </div>
  );
}
