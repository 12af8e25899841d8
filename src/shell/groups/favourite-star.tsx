import { mdiStar, mdiStarOutline } from '@mdi/js';
import { Icon } from '#ui/icon/icon.tsx';
import { usePlatformObstacle } from '#ui/platform-obstacle.ts';
import { m } from '../messages.ts';
import styles from './favourite-star.module.css';
import { useSetFavourite } from './favourite-toggle.ts';

export function FavouriteStar(props: { group: { id: string; title: string }; isFavourite: boolean }) {
  const setFavourite = useSetFavourite();
  const { group, isFavourite } = props;
  const obstacle = usePlatformObstacle(true);
  const words = isFavourite ? m.removeFavourite(group) : m.addFavourite(group);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavourite}
      aria-label={words}
      data-tip={obstacle ?? words}
      aria-disabled={obstacle !== undefined || undefined}
      aria-description={obstacle}
      onClick={() => obstacle === undefined && setFavourite(group.id, !isFavourite)}
    >
      <Icon path={isFavourite ? mdiStar : mdiStarOutline} />
    </button>
  );
}
