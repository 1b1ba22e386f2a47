// @vitest-environment node
import { expect, test } from 'vitest'
import { fillBreakpoints } from './breakpoints.ts'

test('names in queries are replaced by their conditions', () => {
  expect(fillBreakpoints('@media (--phone) { a { color: var(--text) } }')).toBe(
    '@media (max-width: 760px) { a { color: var(--text) } }',
  )
  expect(fillBreakpoints('@container room (--short) and (--tiny) {')).toBe(
    '@container room (max-height: 559px) and (max-width: 400px) {',
  )
})

test('an unknown name is an error', () => {
  expect(() => fillBreakpoints('@media (--none) {')).toThrow('unknown breakpoint --none')
})

test.each(['@media (max-width: 567px) {', '@container table-container (--low) and (width > 20rem) {'])(
  'a number without a name is an error: %s',
  (query) => expect(() => fillBreakpoints(query)).toThrow('has no name'),
)

test('numbers are for containers of single components', () => {
  const query = '@container seat (min-width: 180px) {'
  expect(fillBreakpoints(query)).toBe(query)
  expect(fillBreakpoints('@media (pointer: coarse) {')).toBe('@media (pointer: coarse) {')
})
