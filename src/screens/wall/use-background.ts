/** Sets and deletes the background image of a group's wall, for all users who see the group. */
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Background, cleanLayout } from '#domain/wall/grid-layout.ts';
import { BACKGROUND_ZOOM, fitZoom, PAGE_ZOOM, type Size } from '#domain/wall/limits.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GridLayout } from '#protocol/rest/group-body.ts';
import { groupMedia } from '#rest/group-media.ts';
import { saveGridLayout } from '#rest/groups.ts';
import { useWrite } from '#rest/use-write.ts';
import { deleteFailure, uploadFailure } from './background-messages.ts';
import type { WallStore } from './wall-store.ts';

async function sizeOf(url: string): Promise<Size> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Resolves once the page has rendered a new background together with its controls. */
function useBackgroundDrawn(group: Group) {
  const key = (group.settings?.gridLayout as GridLayout | undefined)?.backgroundImageKey ?? undefined;
  const drawn = useRef({ key, resolve: () => {} });
  useLayoutEffect(() => {
    if (drawn.current.key === key) return;
    drawn.current.key = key;
    drawn.current.resolve();
  }, [key]);
  /** Starts watching at once. */
  return function nextBackground(): () => Promise<void> {
    const before = drawn.current.key;
    return () =>
      new Promise<void>((resolve) => {
        if (drawn.current.key === before) drawn.current.resolve = resolve;
        else resolve();
      });
  };
}

export type BackgroundWork =
  | { name: 'idle' }
  | { name: 'uploading'; share: number }
  | { name: 'deleting' }
  | { name: 'failed'; why: string };

const NO_BACKGROUND: GridLayout = {
  backgroundImageUrl: null,
  backgroundImageKey: null,
  bgWidth: null,
  bgHeight: null,
};

/**
 * `upload` and `remove` resolve with whether they succeeded; if not, `work` has the reason. `viewportNow`:
 * size of the visible stage as rendered now.
 */
export function useBackground(group: Group, store: WallStore, viewportNow: () => Size) {
  const [work, setWork] = useState<BackgroundWork>({ name: 'idle' });
  const nextBackground = useBackgroundDrawn(group);
  const { mutateAsync } = useWrite<GridLayout, Group>({
    send: (layout) => saveGridLayout(group, layout),
    changed: { queryKey: ['groups'] },
    show: (client, _, saved) =>
      client.setQueryData<Group[]>(['groups'], (all) =>
        all?.map((each) => (each.id === saved.id ? { ...each, settings: saved.settings } : each)),
      ),
  });
  const client = useQueryClient();
  const urlNow = (): string | undefined => {
    const now = client.getQueryData<Group[]>(['groups'])?.find(({ id }) => id === group.id) ?? group;
    return cleanLayout(now.settings?.gridLayout).background?.url;
  };
  const save = (background: GridLayout) =>
    mutateAsync({ ...background, zoomPercent: BACKGROUND_ZOOM.initial });

  async function tried(steps: () => Promise<void>, textOf: (error: unknown) => string): Promise<boolean> {
    try {
      await steps();
      setWork({ name: 'idle' });
      return true;
    } catch (error) {
      console.warn('background', error);
      setWork({ name: 'failed', why: textOf(error) });
      return false;
    }
  }

  return {
    work,
    upload(file: File, signal: AbortSignal): Promise<boolean> {
      setWork({ name: 'uploading', share: 0 });
      const onProgress = (share: number) => setWork({ name: 'uploading', share });
      return tried(async () => {
        const { backgroundImageUrl, backgroundImageKey } = await groupMedia.upload(group.id, file, {
          signal,
          onProgress,
        });
        const size = await sizeOf(backgroundImageUrl);
        const drawn = nextBackground();
        await save({ backgroundImageUrl, backgroundImageKey, bgWidth: size.width, bgHeight: size.height });
        store.setBackgroundZoom(BACKGROUND_ZOOM.initial);
        await drawn();
        // The controls of a background may need a line of the viewport.
        store.setPageZoom(fitZoom(size, viewportNow()));
      }, uploadFailure);
    },
    remove(background: Background): Promise<boolean> {
      setWork({ name: 'deleting' });
      return tried(async () => {
        await groupMedia.remove(group.id, background);
        // The request may have taken long, and the group may have another background by now.
        if (urlNow() !== background.url) return;
        await save(NO_BACKGROUND);
        store.setBackgroundZoom(BACKGROUND_ZOOM.initial);
        // The zoom was fitted to the picture.
        store.setPageZoom(PAGE_ZOOM.initial);
      }, deleteFailure);
    },
  };
}
