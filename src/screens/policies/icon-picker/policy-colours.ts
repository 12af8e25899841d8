/** Colours for policy icons: easy to distinguish, and none is grey. */
export const POLICY_COLOURS: readonly { value: string; name: string }[] = [
  { value: '#b3261e', name: 'Red' },
  { value: '#d84315', name: 'Deep orange' },
  { value: '#ef6c00', name: 'Orange' },
  { value: '#f9a825', name: 'Amber' },
  { value: '#9e9d24', name: 'Olive' },
  { value: '#558b2f', name: 'Light green' },
  { value: '#2e7d32', name: 'Green' },
  { value: '#00796b', name: 'Teal' },
  { value: '#00838f', name: 'Cyan' },
  { value: '#0277bd', name: 'Light blue' },
  { value: '#1565c0', name: 'Blue' },
  { value: '#283593', name: 'Indigo' },
  { value: '#4527a0', name: 'Deep purple' },
  { value: '#6a1b9a', name: 'Purple' },
  { value: '#8e24aa', name: 'Violet' },
  { value: '#ad1457', name: 'Crimson' },
  { value: '#d81b60', name: 'Pink' },
  { value: '#6d4c41', name: 'Brown' },
  { value: '#3e2723', name: 'Dark brown' },
  { value: '#000000', name: 'Black' },
];

/** Colour of an icon before one is chosen. */
export const DEFAULT_COLOUR = '#000000';
