/** The door to IndexedDB, for what this browser keeps beyond a page. */
export { type DBSchema, type IDBPDatabase, openDB } from 'idb';
