/** Interface icons in a 24 × 24 box, drawn with one stroke. */
export interface IconDrawing {
  readonly line?: string
  readonly fill?: string
  readonly width?: number
}

export const lines = (line: string, width?: number): IconDrawing => (width ? { line, width } : { line })

export const icons = {
  back: lines('M9 5 4 10l5 5M4 10h10.5a5.5 5.5 0 0 1 0 11H10'),
  hint: lines(
    'M9.5 18.5h5M10.5 21.5h3M12 2.5a6.5 6.5 0 0 0-3.8 11.8c.7.5 1.1 1.2 1.1 2v.2h5.4v-.2c0-.8.4-1.5 1.1-2A6.5 6.5 0 0 0 12 2.5Z',
  ),
  rules: lines(
    'M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14C17 4.5 14 5 12 6.5ZM12 6.5v14',
  ),
  legend: lines('M4.5 5h4v4h-4ZM4.5 15h4v4h-4ZM12 7h8M12 17h8'),
  goals: lines('M6 21V3.5M6 4.5h12l-3 4 3 4H6'),
  list: lines('M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01'),
  more: lines('M5 12h.01M12 12h.01M19 12h.01', 2.8),
  theme: { fill: 'M12 3.5a8.5 8.5 0 1 0 0 17Z', line: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17Z' },
  link: lines(
    'M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4L12 5.6M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4L12 18.4',
  ),
  person: lines(
    'M12 12.5a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM4.5 20.5c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  ),
  screen: lines(
    'M4 4.5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1ZM8.5 20.5h7M12 16.5v4',
  ),
  bot: {
    line: 'M6 9h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM12 9V4.5M9 14.5h.01M15 14.5h.01',
    fill: 'M10.5 3.8a1.5 1.5 0 1 1 3 0a1.5 1.5 0 0 1-3 0Z',
  },
  down: lines('M6 9.5l6 6 6-6'),
  question: lines(
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.3 9.2a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2M12 16.8h.01',
  ),
  close: lines('M6 6l12 12M18 6 6 18'),
  plus: lines('M12 5v14M5 12h14'),
  minus: lines('M5 12h14'),
  check: lines('M5 12.5l4.5 4.5L19 7.5'),
  log: lines('M5 4.5h14v15H5ZM8.5 9h7M8.5 12.5h7M8.5 16h4'),
  again: lines(
    'M4.5 12a7.5 7.5 0 0 1 13-5l2.5 2.5M20 4.5v5h-5M19.5 12a7.5 7.5 0 0 1-13 5L4 14.5M4 19.5v-5h5',
  ),
  star: { fill: 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z' },
  eye: lines(
    'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  ),
  copy: lines('M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4'),
  arrow: lines('M4 12h15M14 7l5 5-5 5'),
  sound: lines('M4 9.5v5h3.5l5 4v-13l-5 4ZM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11'),
  skip: lines('M4.5 6l7 6-7 6ZM12.5 6l7 6-7 6Z'),
  save: lines('M12 3.5v9.5M8 9.5l4 4 4-4M4.5 14.5v5h15v-5'),
} satisfies Record<string, IconDrawing>

export type IconName = keyof typeof icons
