/** The sections of a game's rules: their titles, their anchors and the way to them. */
import type { RulesPage, RulesSection } from '../messages.ts'

/** The summary at the top, if the game has one. */
export const SUMMARY = 'in-short'
const CARDS = 'the-cards'

export const anchorOf = (section: string) => `rules-${section}`

/** "2. Your turn" as its number and its name. */
export function splitTitle(title: string): { number: string; name: string } {
  const [, number = '', name = title] = /^(\d+)\.?\s+(.*)$/.exec(title) ?? []
  return { number, name }
}

export const findSummary = ({ sections }: RulesPage): RulesSection | undefined =>
  sections.find(({ id }) => id === SUMMARY)

/** The sections that a list of contents names: the summary is in view where the list begins. */
export const listContents = ({ sections }: RulesPage): RulesSection[] =>
  sections.filter(({ id }) => id !== SUMMARY)

/** The list of all cards, which players look up more often than anything else. */
export const findCards = ({ sections }: RulesPage): RulesSection | undefined =>
  sections.find(({ id }) => id === CARDS)

/** Scrolls to a section and moves the focus there, so that reading continues at its title. */
export function showSection(section: string) {
  const heading = document.getElementById(anchorOf(section))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
