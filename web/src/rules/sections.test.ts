import { afterEach, expect, it, vi } from 'vitest'
import type { RulesPage } from '../messages.ts'
import { findCards, findSummary, listContents, showSection, splitTitle } from './sections.ts'

const page = (...ids: string[]): RulesPage => ({
  title: 'Fake',
  intro: '',
  sections: ids.map((id) => ({ id, title: id, html: '' })),
  has_rulings: false,
})

afterEach(() => document.body.replaceChildren())

it('splits titles into number and name', () => {
  expect(splitTitle('2. Your turn')).toEqual({ number: '2', name: 'Your turn' })
  expect(splitTitle('11 The cards')).toEqual({ number: '11', name: 'The cards' })
  expect(splitTitle('About this edition')).toEqual({ number: '', name: 'About this edition' })
})

it('finds the summary and the cards, and lists everything but the summary', () => {
  const rules = page('in-short', 'setup', 'the-cards')
  expect(findSummary(rules)?.id).toBe('in-short')
  expect(findCards(rules)?.id).toBe('the-cards')
  expect(listContents(rules).map(({ id }) => id)).toEqual(['setup', 'the-cards'])
})

it('lists the sections of a page without summary and cards', () => {
  const rules = page('setup', 'the-end')
  expect([findSummary(rules), findCards(rules)]).toEqual([undefined, undefined])
  expect(listContents(rules)).toHaveLength(2)
})

it('scrolls to a section and focuses its title', () => {
  document.body.innerHTML = '<h2 id="rules-setup" tabindex="-1">Setup</h2>'
  const heading = document.querySelector('h2') as HTMLElement
  heading.scrollIntoView = vi.fn()
  showSection('setup')
  expect(heading.scrollIntoView).toHaveBeenCalled()
  expect(document.activeElement).toBe(heading)
  showSection('gone')
  expect(document.activeElement).toBe(heading)
})
