import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Boundary, listEntry } from '#ui/boundary/boundary.tsx';
import { Button } from '#ui/button.tsx';
import { usePageMark } from '#ui/page-mark.ts';
import { useObservable } from '#ui/use-observable.ts';
import { m } from '../messages.ts';
import { activities } from './activity.ts';
import { ActivityRow } from './activity-row.tsx';
import styles from './activity-strip.module.css';

/**
 * The states of the tutor's actions: the newest in a strip at the lower edge of the page, the others above it
 * on demand. It covers nothing, because the page is longer by its height.
 */
export function ActivityStrip() {
  const list = useObservable(activities, activities.list);
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState('');
  const listId = useId();
  const ref = useRef<HTMLElement>(null);
  const isEmpty = list.length === 0;
  usePageMark('with-activity', !isEmpty);
  useEffect(() => {
    if (isEmpty) {
      setOpen(false);
      activities.setHeld(false);
    }
  }, [isEmpty]);
  /** The pressed button is removed with its row, so the focus moves to the next one or to the page. */
  const keepFocus = useCallback(() => {
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const next = ref.current?.querySelector('button') ?? document.getElementById('content');
      next?.focus();
    });
  }, []);
  const shown = isOpen ? list : list.slice(0, 1);
  return (
    <>
      {/* Mounted before the first text, because screen readers announce only changes. */}
      <p role="status" className="visually-hidden">
        {news}
      </p>
      {isEmpty ? null : (
        <section
          aria-label={m.activity}
          className={styles.strip}
          data-activity={isOpen ? 'open' : 'strip'}
          ref={ref}
          onPointerEnter={() => activities.setHeld(true)}
          onPointerLeave={(event) =>
            activities.setHeld(event.currentTarget.querySelector(':focus-visible') !== null)
          }
          // A click focuses too; only keyboard focus keeps the entries.
          onFocus={(event) => {
            if (event.target.matches(':focus-visible')) activities.setHeld(true);
          }}
          onBlur={(event) => {
            const strip = event.currentTarget;
            if (!strip.contains(event.relatedTarget) && !strip.matches(':hover')) activities.setHeld(false);
          }}
        >
          {list.length > 1 || isOpen ? (
            <div className={styles.more}>
              <Button
                look="quiet"
                icon={isOpen ? mdiChevronDown : mdiChevronUp}
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? m.showLess : m.earlier({ count: list.length - 1 })}
              </Button>
            </div>
          ) : null}
          <ul id={listId} className={styles.list}>
            {shown.map((activity) => (
              <Boundary key={activity.id} kind="row" frame={listEntry}>
                <ActivityRow activity={activity} isFull={isOpen} onNews={setNews} onGone={keepFocus} />
              </Boundary>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
