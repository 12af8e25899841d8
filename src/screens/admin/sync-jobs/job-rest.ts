/** REST calls of this page; replaced in tests. */
import { createContext } from 'react';
import {
  deleteSyncJob,
  previewSyncJob,
  runSyncJob,
  saveSyncJob,
  stopSyncJob,
} from '#rest/admin/sync-jobs.ts';

export const JobRest = createContext({
  save: saveSyncJob,
  run: runSyncJob,
  stop: stopSyncJob,
  remove: deleteSyncJob,
  preview: previewSyncJob,
});
