export const m = {
  title: 'Send notification',
  subject: 'Title (optional)',
  message: 'Message',
  messageMissing: 'Please write a message',
  send: 'Send',
} as const;
