import { mdiFileDownloadOutline, mdiFileUploadOutline } from '@mdi/js';
import type { ExchangeTarget } from '../../peer/files/file-record.ts';
import { openCollectFiles, openSendFiles } from '../../shell/file-exchange/file-exchange-state.ts';
import type { ActionContext, ActionEntry } from '../action-entry.ts';
import { meantTargets } from '../perform.ts';
import { m } from './messages.ts';

/** Those of the selection that are connected and know it: the panel goes on with them when the selection changes. */
const audienceOf = (action: 'sendFiles' | 'collectFiles', { targets }: ActionContext): ExchangeTarget[] =>
  meantTargets({ action }, targets).map(({ recipient, name }) => ({ recipient, name }));

export const sendFilesEntry: ActionEntry = {
  action: 'sendFiles',
  icon: mdiFileUploadOutline,
  title: m.sendFiles,
  perform: (context) => openSendFiles(audienceOf('sendFiles', context)),
};

export const collectFilesEntry: ActionEntry = {
  action: 'collectFiles',
  icon: mdiFileDownloadOutline,
  title: m.collectFiles,
  perform: (context) => openCollectFiles(audienceOf('collectFiles', context)),
};
