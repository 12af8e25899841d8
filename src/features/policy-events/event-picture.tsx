import { mdiOpenInNew } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAppError } from '#protocol/app-error.ts';
import { pictureQuery } from '#rest/media.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import styles from './event-picture.module.css';
import { m } from './messages.ts';

/** A small screenshot from the time of an event, enlarged by a press. `alt` names device and time. */
export function EventPicture({ mediaId, alt }: { mediaId: string; alt: string }) {
  const { data: address, error, isPending, refetch } = useQuery(pictureQuery(mediaId));
  const [isBroken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(false);

  if (isPending) return <span className={styles.empty}>{m.pictureLoading}</span>;
  if (isAppError(error) && error.code === 'not-found')
    return <span className={styles.empty}>{m.pictureGone}</span>;
  if (address === undefined || isBroken)
    return (
      <span className={styles.empty}>
        {m.pictureNotLoaded}{' '}
        <Button
          onClick={() => {
            setBroken(false);
            void refetch();
          }}
        >
          {m.retry}
        </Button>
      </span>
    );
  return (
    <>
      <button
        type="button"
        className={styles.small}
        aria-label={m.showPicture({ alt })}
        onClick={() => setOpen(true)}
      >
        <img src={address} alt={alt} loading="lazy" onError={() => setBroken(true)} />
      </button>
      {isOpen ? (
        <Dialog label={alt} width="64rem" closeLabel={m.close} onClose={() => setOpen(false)} withHeader>
          <p className={styles.other}>
            <ButtonLink
              look="default"
              icon={mdiOpenInNew}
              href={address}
              target="_blank"
              rel="noopener noreferrer"
            >
              {m.openPicture}
            </ButtonLink>
          </p>
          <img className={styles.large} src={address} alt={alt} />
        </Dialog>
      ) : null}
    </>
  );
}
