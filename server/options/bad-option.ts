/** Thrown where a flag or a variable has a bad value. The message is a sentence for the person who typed it. */
export class BadOption extends Error {}
