import { expect, test } from 'vitest'
import { newSentences } from './detail-text.ts'

const FITS = {
  text: '',
  effects: [
    { when: 'In the row', text: 'It doesn’t fit. The red fish and the red shell are both red.', icon: '' },
    {
      when: 'In the column',
      text: 'It doesn’t fit. The red fish and the blue fish both show a fish.',
      icon: '',
    },
  ],
}
const ROW = 'In the row: the red fish and the red shell are both red.'
const COLUMN = 'In the column: the red fish and the blue fish both show a fish.'

test.each([
  ['nothing to add', 'The red fish and the red shell are both red.', FITS, ''],
  ['both places', `${ROW} ${COLUMN}`, FITS, ''],
  ['another place', 'In the row: the red fish is new.', FITS, 'In the row: the red fish is new.'],
  [
    'one more sentence',
    'The red fish and the red shell are both red. Red is the centre.',
    FITS,
    'Red is the centre.',
  ],
  ['no detail', 'It’s not your turn.', null, 'It’s not your turn.'],
  ['no reason', '', FITS, ''],
])('a reason with %s', (_, reason, detail, shown) => expect(newSentences(reason, detail)).toBe(shown))
