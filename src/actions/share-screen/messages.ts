/** The words of screen sharing. */
export const m = {
  shareScreen: 'Share Screen',
  stopSharing: 'Stop Sharing',
  shareText: 'This will show your screen, or the screen of a selected student, on the selected devices.',
} as const;
