/** The fields of a job, by the kind of import. */
import { useQuery } from '@tanstack/react-query';
import { siteRows } from '#domain/groups/site-tree.ts';
import { byRoleName } from '#domain/people/role-order.ts';
import { SYNC_KINDS } from '#protocol/rest/sync-job.ts';
import { rolesQuery } from '#rest/admin/roles.ts';
import { integrationsQuery } from '#rest/integrations.ts';
import { sitesQuery, tagsQuery } from '#rest/sites.ts';
import { CheckField, ChoiceField, TextField } from '#ui/field/field.tsx';
import { FieldGroup, FieldHint } from '#ui/field/field-parts.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { SwitchField } from '#ui/field/switch-field.tsx';
import { hasNoFilter, type JobDraft, type JobProblems, type Service } from './job-draft.ts';
import styles from './job-fields.module.css';
import { m } from './messages.ts';

const MAX_NAME = 255;
const MAX_PLACE = 1_024;
const MAX_EMAIL = 320;

export type FieldsProps = {
  draft: JobDraft;
  problems: JobProblems;
  service: Service | undefined;
  isNew: boolean;
  onChange: (change: Partial<JobDraft>) => void;
};

export function JobFields(props: FieldsProps) {
  const { draft, problems, isNew, onChange } = props;
  const integrations = useQuery(integrationsQuery()).data ?? [];
  return (
    <>
      <TextField
        label={m.jobName}
        value={draft.name}
        error={problems.name}
        maxLength={MAX_NAME}
        isRequired
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label={m.source}
        value={draft.integrationId}
        error={problems.source}
        placeholder={m.choose}
        options={integrations.map(({ id, name, disabled }) => ({
          value: id,
          title: disabled ? m.off({ name }) : name,
        }))}
        onChange={(integrationId) => onChange({ integrationId })}
      />
      <SwitchField
        label={m.active}
        hint={m.activeHint}
        value={draft.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
      {isNew ? (
        <SelectField
          label={m.importKind}
          value={draft.kind}
          options={SYNC_KINDS.map((value) => ({ value, title: m.kinds[value] }))}
          onChange={(kind) => onChange({ kind })}
        />
      ) : (
        <TextLine label={m.importKind} text={m.kinds[draft.kind]} hint={m.kindStays} />
      )}
      {draft.kind === 'tutors' ? (
        <ChoiceField
          label={m.to}
          value={draft.to}
          options={[
            { value: 'site', title: m.toSite },
            { value: 'tag', title: m.toTag },
          ]}
          onChange={(to) => onChange({ to })}
        />
      ) : null}
      <PlaceField {...props} />
      {draft.kind === 'groups' ? <GroupFields {...props} /> : <DirectoryPlaceField {...props} />}
      {draft.kind === 'tutors' ? <RoleFields {...props} /> : null}
    </>
  );
}

function TextLine(props: { label: string; text: string; hint: string }) {
  return (
    <FieldGroup label={props.label}>
      <p>{props.text}</p>
      <FieldHint>{props.hint}</FieldHint>
    </FieldGroup>
  );
}

/** The site or the tag into which the job imports. */
function PlaceField({ draft, problems, onChange }: FieldsProps) {
  const sites = useQuery(sitesQuery()).data ?? [];
  const tags = useQuery(tagsQuery()).data ?? [];
  if (draft.kind === 'tutors' && draft.to === 'tag')
    return (
      <SelectField
        label={m.tag}
        value={draft.tagId}
        error={problems.site}
        placeholder={m.choose}
        options={tags.map(({ id, name }) => ({ value: id, title: name }))}
        onChange={(tagId) => onChange({ tagId })}
      />
    );
  return (
    <SelectField
      label={m.site}
      value={draft.siteId}
      error={problems.site}
      placeholder={m.choose}
      options={siteRows(sites).map(({ site, depth }) => ({
        value: site.id,
        title: `${'– '.repeat(depth)}${site.name}`,
      }))}
      onChange={(siteId) => onChange({ siteId })}
    />
  );
}

function DirectoryPlaceField({ draft, problems, service, onChange }: FieldsProps) {
  const [label, hint] =
    service === 'microsoft'
      ? [m.groupId, m.groupIdHint]
      : service === 'internal'
        ? [m.internalPlace, m.internalHint]
        : [m.path, m.pathHint];
  return (
    <TextField
      label={label}
      hint={hint}
      value={draft.place}
      error={problems.place}
      maxLength={MAX_PLACE}
      isRequired
      onChange={(place) => onChange({ place })}
    />
  );
}

/** A job cannot assign roles for the whole tenant. */
function RoleFields({ draft, onChange }: FieldsProps) {
  const all = useQuery(rolesQuery()).data ?? [];
  const roles = all.filter(({ hidden, global }) => !hidden && !global).toSorted(byRoleName);
  const toggle = (id: string, isGiven: boolean) =>
    onChange({ roles: isGiven ? [...draft.roles, id] : draft.roles.filter((each) => each !== id) });
  return (
    <FieldGroup label={m.rolesLabel}>
      <div className={styles.roles}>
        {roles.map(({ id, friendlyName }) => (
          <CheckField
            key={id}
            label={friendlyName}
            value={draft.roles.includes(id)}
            onChange={(isGiven) => toggle(id, isGiven)}
          />
        ))}
      </div>
      {draft.roles.length === 0 ? <FieldHint>{m.noRoles}</FieldHint> : null}
    </FieldGroup>
  );
}

function GroupFields({ draft, service, isNew, onChange }: FieldsProps) {
  const isMicrosoft = service === 'microsoft';
  const shown = isMicrosoft ? draft.definitionName : 'userGroup';
  return (
    <>
      <ChoiceField
        label={m.definition}
        value={shown}
        options={(['userGroup', 'deviceGroup'] as const).map((value) => ({
          value,
          title: m[value],
          // The kind of import of a saved job cannot change.
          isDisabled: value !== shown && (!isNew || !isMicrosoft),
        }))}
        onChange={(definitionName) => onChange({ definitionName })}
      />
      {isMicrosoft ? (
        <>
          <TextField
            label={m.filter}
            hint={m.filterHint}
            value={draft.filter}
            maxLength={MAX_PLACE}
            onChange={(filter) => onChange({ filter })}
          />
          <TextField
            label={m.searchFor}
            hint={m.searchHint}
            value={draft.search}
            maxLength={MAX_PLACE}
            onChange={(search) => onChange({ search })}
          />
        </>
      ) : (
        <TextField
          label={m.teacherEmail}
          hint={m.teacherHint}
          value={draft.teacherEmail}
          maxLength={MAX_EMAIL}
          onChange={(teacherEmail) => onChange({ teacherEmail })}
        />
      )}
      {hasNoFilter(draft, service) ? (
        <p role="status" className={styles.warning}>
          {m.noFilter}
        </p>
      ) : null}
      <SwitchField
        label={m.permissions}
        hint={m.permissionsHint}
        value={draft.permissions}
        onChange={(permissions) => onChange({ permissions })}
      />
      <SwitchField
        label={m.memberPermissions}
        hint={m.memberPermissionsHint}
        value={draft.memberPermissions}
        onChange={(memberPermissions) => onChange({ memberPermissions })}
      />
    </>
  );
}
