import { mdiConnection, mdiPencilOutline, mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Integration } from '#protocol/rest/integration.ts';
import { integrationsQuery } from '#rest/integrations.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { PageBody } from '#ui/page-body.tsx';
import styles from './integrations-screen.module.css';
import { m } from './messages.ts';

const IntegrationDialog = lazyDialog(
  m.dialog,
  async () => (await import('./integration-dialog.tsx')).IntegrationDialog,
);
const DeleteIntegrationDialog = lazyDialog(
  m.delete,
  async () => (await import('./delete-integration-dialog.tsx')).DeleteIntegrationDialog,
);

type Open = { name: 'add' } | { name: 'edit' | 'delete'; integration: Integration };

function Row(props: { integration: Integration; onOpen: (open: Open) => void }) {
  const { integration, onOpen } = props;
  const { name, service, disabled } = integration;
  return (
    <tr>
      <td>
        <bdi>{name}</bdi>
      </td>
      <td>{m.services[service]}</td>
      <td>
        <span className={styles.state} data-active={!disabled}>
          {disabled ? m.inactive : m.active}
        </span>
      </td>
      <td>
        <RowMenu label={m.menuOf({ name })}>
          <MenuItem
            icon={<Icon path={mdiPencilOutline} size={18} />}
            onSelect={() => onOpen({ name: 'edit', integration })}
          >
            {m.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Icon path={mdiTrashCanOutline} size={18} />}
            onSelect={() => onOpen({ name: 'delete', integration })}
          >
            {m.delete}
          </MenuItem>
        </RowMenu>
      </td>
    </tr>
  );
}

/** The directories of the tenant; for super admins. */
export function IntegrationsScreen() {
  const { data: integrations } = useSuspenseQuery(integrationsQuery());
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = (
    <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => setOpen({ name: 'add' })}>
      {m.add}
    </Button>
  );
  const sorted = integrations.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.integrations }]}>
        <CountCard count={integrations.length} singular={m.singular} plural={m.plural} />
        {integrations.length === 0 ? null : add}
      </ScreenHeader>
      {integrations.length === 0 ? (
        <EmptyState icon={mdiConnection} title={m.none} text={m.noneText}>
          {add}
        </EmptyState>
      ) : (
        <PageBody>
          <DataTable caption={m.integrations} columns={[m.name, m.service, m.state, m.actions]} hasActions>
            {sorted.map((integration) => (
              <Row key={integration.id} integration={integration} onOpen={setOpen} />
            ))}
          </DataTable>
        </PageBody>
      )}
      {open?.name === 'add' ? <IntegrationDialog onClose={close} /> : null}
      {open?.name === 'edit' ? (
        <IntegrationDialog
          // The dialog stays open if another administrator deletes the integration. Saving then fails.
          integration={integrations.find(({ id }) => id === open.integration.id) ?? open.integration}
          onClose={close}
        />
      ) : null}
      {open?.name === 'delete' ? (
        <DeleteIntegrationDialog integration={open.integration} onClose={close} />
      ) : null}
    </>
  );
}
