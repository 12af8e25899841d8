export const m = {
  snapshot: 'Screenshot',
  taking: 'A screenshot is being taken',
  failed: 'Error while taking screenshot',
  missing: (p: { count: number; total: number; names: string }) =>
    `${p.count} of ${p.total} ${p.count === 1 ? 'has' : 'have'} no picture: ${p.names}`,
  withPrivacy: (p: { name: string }) => `${p.name} (privacy is enabled)`,
  andMore: (p: { names: string; count: number }) => `${p.names} and ${p.count} more`,
  zipName: (p: { place: string; time: string }) => `Screenshots ${p.place} ${p.time}`,
  fallback: 'Screenshot',
} as const;
