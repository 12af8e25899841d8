/**
 * The header of the answer to a write: when the platform made the change, in epoch milliseconds. The notification of
 * the change has the same time as its `at`, so that the tab that wrote knows its own change when it is announced.
 */
export const CHANGE_TIME_HEADER = 'change-time';
