import { describe, expect, test } from 'vitest'
import { canon } from '../../look/glyph.ts'
import { palette, glyphOf } from './palette.ts'
import {
  type CardInfo,
  Cards,
  type Progress,
  cardWords,
  changedBy,
  pigmentsOf,
  placesOf,
  putForward,
  shareOf,
  strokesOf,
} from './view.ts'

const coral: CardInfo = {
  id: 'coral',
  name: 'Coral',
  rank: 2,
  pigments: 'MY',
  points: 2,
  copies: 3,
  once: 'Pale Magenta',
  once_text: 'Add a Pale Magenta to your hand.',
  lasting: 'Mix from play',
  lasting_text: 'Your mixes may use cards of your play area as well.',
}
const points: Progress = {
  victory: 'points',
  title: 'Points',
  pieces: [],
  have: 11,
  need: 17,
  groups: [],
  met: false,
  now: false,
  missing: '6 points',
}

describe('pigments', () => {
  test('are told by colour, stroke and name', () => {
    expect(pigmentsOf('CM').map(({ card, part, name }) => [card, part, name])).toEqual([
      ['soft-cyan', 'b', 'cyan'],
      ['pale-magenta', 'r', 'magenta'],
    ])
    expect(strokesOf('CMY')).toBe('bry')
    expect(pigmentsOf('')).toEqual([])
  })

  test('a sum has the glyph of the card that it makes', () => {
    expect(canon(strokesOf('MY'))).toBe(canon(glyphOf('coral')))
    expect(canon(strokesOf('CCMM'))).toBe(canon(glyphOf('sapphire')))
    expect(canon(strokesOf('**'))).toBe(canon(glyphOf('prism')))
  })

  test('every card of the palette has a glyph', () => {
    for (const { id } of palette.colours) expect(glyphOf(id)).not.toBe('')
    expect(glyphOf('mix')).toBe('')
  })
})

describe('cards', () => {
  test('are found by their id', () => {
    const cards = new Cards({ cards: [coral] })
    expect(cards.of('coral')).toBe(coral)
    expect(cards.of('mix')).toMatchObject({ name: 'mix', pigments: '' })
  })

  test('say what is printed on them', () => {
    expect(cardWords(coral)).toBe(
      'Coral: rank 2, 2 points. When printed: Add a Pale Magenta to your hand. While in play: Your mixes may use cards of your play area as well.',
    )
    expect(cardWords({ ...coral, points: 0, once_text: '', lasting_text: '' }, 2)).toBe('2 Coral: rank 2.')
  })

  test('of the running mix are counted where they lie', () => {
    const mix = {
      cards: [
        { id: 'coral', place: 'hand' as const },
        { id: 'coral', place: 'play' as const },
        { id: 'coral', place: 'hand' as const },
      ],
      sums: [],
      makes: [],
      reaches: [],
      number: 1,
      of: 1,
      billys: false,
    }
    expect(putForward(mix, 'hand', 'coral')).toBe(2)
    expect(putForward(mix, 'play', 'coral')).toBe(1)
    expect(putForward(null, 'hand', 'coral')).toBe(0)
  })

  test('that are equal have places of their own', () => {
    const keys = placesOf(['azure', '', 'azure', '']).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })
})

describe('victories', () => {
  test('fill a bar, never more than whole', () => {
    expect(shareOf(points)).toBeCloseTo(11 / 17)
    expect(shareOf({ have: 20, need: 17 })).toBe(1)
  })

  test('tell what a move would change', () => {
    const then = { ...points, have: 14, missing: '3 points' }
    expect(changedBy([points], [then]).get('points')).toBe(then)
    expect(changedBy([points], [points]).size).toBe(0)
    expect(changedBy([points], undefined).size).toBe(0)
  })
})
