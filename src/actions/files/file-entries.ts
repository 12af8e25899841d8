import { mdiFileDownloadOutline, mdiFileUploadOutline } from '@mdi/js';
import { lazy } from 'react';
import type { ActionEntry } from '../action-entry.ts';
import { m } from './messages.ts';

export const sendFilesEntry: ActionEntry = {
  action: 'sendFiles',
  icon: mdiFileUploadOutline,
  title: m.sendFiles,
  Dialog: lazy(async () => ({ default: (await import('./file-dialogs.tsx')).SendFilesDialog })),
};

export const collectFilesEntry: ActionEntry = {
  action: 'collectFiles',
  icon: mdiFileDownloadOutline,
  title: m.collectFiles,
  Dialog: lazy(async () => ({ default: (await import('./file-dialogs.tsx')).CollectFilesDialog })),
};
