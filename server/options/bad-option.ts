/** Thrown for an invalid flag or variable. The message is a sentence for the operator. */
export class BadOption extends Error {}
