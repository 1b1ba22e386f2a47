import { beforeEach, expect, test } from 'vitest'
import { router } from './router.svelte.ts'

const settled = () => new Promise((done) => setTimeout(done, 20))

beforeEach(async () => {
  router.go('#/')
  await settled()
})

test('a page is read from the fragment', () => {
  router.go('#/rules/bids')
  expect(router.route).toEqual({ page: 'rules', game: 'bids' })
})

test('an overlay lies above its page', () => {
  router.go('#/table/t/k')
  const table = router.route
  router.open('log')
  expect(router.overlay).toBe('log')
  expect(router.route).toBe(table)
})

test('another overlay takes the place of the first', () => {
  router.go('#/table/t/k')
  const before = history.length
  router.open('menu')
  router.open('people')
  expect(router.overlay).toBe('people')
  expect(history.length).toBe(before + 1)
})
