/** Before the first contract: a place for databases that several suites begin with. */
export { beginFolders as default } from '../../../server/store/fakes/copied-folder.ts';
