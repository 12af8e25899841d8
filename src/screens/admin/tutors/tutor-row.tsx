import { mdiDotsVertical, mdiTrashCanOutline } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { tutorTitle } from '#domain/people/tutor-names.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuItem } from '#ui/overlay/menu.tsx';
import { m } from './messages.ts';
import styles from './tutors-screen.module.css';

/** The name of an invited tutor is unknown until the first sign-in. */
export function TutorRow(props: { tutor: Tutor; onDelete: ((tutor: Tutor) => void) | undefined }) {
  const { tutor, onDelete } = props;
  const title = tutorTitle(tutor);
  return (
    <tr className={styles.row}>
      <th scope="row">
        <Link to="/admin/tutors/$tutorId/roles-site" params={{ tutorId: tutor.id }} className={styles.name}>
          <Avatar name={title} picture={tutor.properties.picture} />
          {tutor.name ? (
            <bdi>{tutor.name}</bdi>
          ) : (
            <>
              <span className={styles.unknown}>{m.unknown}</span>
              <span className="visually-hidden">{tutor.primaryEmail}</span>
            </>
          )}
        </Link>
      </th>
      <td>
        <bdi>{tutor.primaryEmail}</bdi>
      </td>
      {onDelete === undefined ? null : (
        <td className={styles.actions}>
          <Menu
            label={m.actionsOf({ name: title })}
            button={<Icon path={mdiDotsVertical} size={20} />}
            buttonClassName={styles.menu}
          >
            <MenuItem icon={<Icon path={mdiTrashCanOutline} size={18} />} onSelect={() => onDelete(tutor)}>
              {m.deleteTutor}
            </MenuItem>
          </Menu>
        </td>
      )}
    </tr>
  );
}
