/** Marks of buttons, strokes on 16 by 16. */
export const MARK = {
  bin: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  cross: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  down: 'M3.5 6L8 10.5l4.5-4.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  lock: 'M4 7.5h8v6H4zM6 7.5V5a2 2 0 0 1 4 0v2.5',
  paste: 'M4 3.5h8v10H4zM6 2h4v3H6zM6 8h4M6 10.5h4',
  pencil: 'M3 13l1-3 7-7 2 2-7 7zM9.5 4.5l2 2',
  settings: 'M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  target: 'M8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4',
  up: 'M3.5 10L8 5.5l4.5 4.5',
} as const
