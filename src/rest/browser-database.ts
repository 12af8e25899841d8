/** The only import of IndexedDB's wrapper, for data that this browser stores beyond a page. */
export { type DBSchema, type IDBPDatabase, openDB } from 'idb';
