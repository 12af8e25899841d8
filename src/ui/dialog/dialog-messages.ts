export const m = {
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you have entered here is lost then.',
  keepEditing: 'Keep editing',
  discard: 'Discard changes',
} as const;
