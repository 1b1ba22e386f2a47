import { beforeEach, expect, test } from 'vitest'
import { router } from './router.svelte.ts'

const settled = () => new Promise((done) => setTimeout(done, 20))

beforeEach(async () => {
  router.go('#/')
  await settled()
})

test('a page is read from the fragment', () => {
  router.go('#/rules/bids')
  expect(router.route).toEqual({ page: 'rules', game: 'bids', section: '' })
})

test('an overlay keeps the page below it', () => {
  router.go('#/table/t/k')
  const table = router.route
  router.open('log')
  expect(router.overlay).toBe('log')
  expect(router.route).toBe(table)
})

test('another overlay replaces the first', () => {
  router.go('#/table/t/k')
  const before = history.length
  router.open('menu')
  router.open('seats')
  expect(router.overlay).toBe('seats')
  expect(history.length).toBe(before + 1)
})
