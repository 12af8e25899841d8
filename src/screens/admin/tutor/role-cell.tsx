import { mdiTagOutline } from '@mdi/js';
import { type GrantChange, grantObstacle } from '#domain/people/grant-rule.ts';
import { Switch } from '#ui/field/switch.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { usePlatformObstacle } from '#ui/platform-obstacle.ts';
import { m, obstacleText } from './messages.ts';
import styles from './role-cell.module.css';
import type { CellOf, RoleWrites } from './use-role-writes.ts';
import type { TutorRoles } from './use-tutor-roles.ts';

const NO_TAGS: ReadonlySet<string> = new Set();

type CellProps = {
  cell: CellOf;
  tutor: TutorRoles;
  writes: RoleWrites;
  siteTags?: ReadonlySet<string>;
  /** Names of the tags through which the role is held on this site. */
  throughTags?: readonly string[];
  /** Asks first, if the user gives up a role that they could not give back to themselves. */
  onTake?: (take: () => void) => void;
};

/** One role at one place: not assigned, assigned, or assigned with the right to give it to others. */
export function RoleCell(props: CellProps) {
  const { cell, throughTags = [] } = props;
  return (
    <span className={styles.cell}>
      <AssignBox {...props} />
      <GrantSwitch {...props} />
      {throughTags.length === 0 ? null : (
        <span className={styles.through} data-tip={m.throughTag({ tags: throughTags.join(', ') })}>
          <Icon path={mdiTagOutline} size={16} />
          <span className="visually-hidden">
            {cell.role.friendlyName} {m.throughTag({ tags: throughTags.join(', ') })}
          </span>
        </span>
      )}
    </span>
  );
}

function obstacleOf({ cell, tutor, siteTags = NO_TAGS }: CellProps, change: GrantChange): string | undefined {
  const { granter, tutorId, isSuperAdmin } = tutor;
  const obstacle = grantObstacle({
    granter,
    tutor: { tutorId, isSuperAdmin },
    role: cell.role,
    place: cell.place,
    siteTags,
    change,
  });
  return obstacle && obstacleText[obstacle];
}

/** A disabled box stays focusable, because its tooltip explains why. */
const blocked = (why: string | undefined) => ({
  'aria-disabled': why !== undefined,
  'aria-description': why,
  'data-tip': why,
});

function AssignBox(props: CellProps) {
  const { cell, tutor, writes, onTake = (take) => take() } = props;
  const { role, place, placeName } = cell;
  const link = tutor.linkAt(role.id, place);
  const offline = usePlatformObstacle(true);
  const change: GrantChange = link
    ? { kind: 'remove', canGrant: link.canGrant }
    : { kind: 'assign', canGrant: false };
  const why = offline ?? obstacleOf(props, change);
  function press(): void {
    if (why !== undefined || writes.isBusy(cell)) return;
    if (link === undefined) writes.give(cell);
    else onTake(() => writes.take(cell, link));
  }
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={m.roleAt({ role: role.friendlyName, place: placeName })}
      aria-busy={writes.isBusy(cell)}
      {...blocked(why)}
      checked={link !== undefined}
      onChange={press}
    />
  );
}

function GrantSwitch(props: CellProps) {
  const { cell, tutor, writes } = props;
  const { role, place, placeName } = cell;
  const link = tutor.linkAt(role.id, place);
  const offline = usePlatformObstacle(true);
  if (link === undefined) return null;
  const why = offline ?? obstacleOf(props, { kind: 'set-grant', canGrant: !link.canGrant });
  return (
    <Switch
      size="small"
      aria-label={m.grantAt({ role: role.friendlyName, place: placeName })}
      aria-busy={writes.isBusy(cell)}
      {...blocked(why)}
      data-tip={why ?? m.canGrant}
      value={link.canGrant}
      onChange={(canGrant) => {
        if (why === undefined && !writes.isBusy(cell)) writes.setGrant(cell, link, canGrant);
      }}
    />
  );
}
