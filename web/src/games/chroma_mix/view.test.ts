import { describe, expect, test } from 'vitest'
import { normalizeMix } from '../../look/glyph.ts'
import { palette, glyphOf } from './look.gen.ts'
import { describeCard } from './texts.ts'
import {
  type CardInfo,
  Cards,
  type Progress,
  barShare,
  changedProgress,
  countChosen,
  glyphOfPigments,
  keyedPlaces,
  pigmentsOf,
} from './view.ts'

const coral: CardInfo = {
  id: 'coral',
  name: 'Coral',
  rank: 2,
  pigments: 'MY',
  points: 2,
  instant: 'Gain magenta',
  instant_text: 'Gain a Pale Magenta.',
  ongoing: 'Mixes may use cards in play',
  ongoing_text: 'Your mixes may also use cards in play.',
}
const points: Progress = {
  victory: 'points',
  title: 'Points',
  pieces: [],
  have: 11,
  need: 17,
  ranks: [],
  achieved: false,
  met: false,
  text: '11 of 17 points',
}

describe('pigments', () => {
  test('have a card, a part of the glyph and a name', () => {
    expect(pigmentsOf('CM').map(({ card, part, name }) => [card, part, name])).toEqual([
      ['soft-cyan', 'b', 'cyan'],
      ['pale-magenta', 'r', 'magenta'],
    ])
    expect(glyphOfPigments('CMY')).toBe('bry')
    expect(pigmentsOf('')).toEqual([])
  })

  test('add up to the glyph of the card that they make', () => {
    expect(normalizeMix(glyphOfPigments('MY'))).toBe(normalizeMix(glyphOf('coral')))
    expect(normalizeMix(glyphOfPigments('CCMM'))).toBe(normalizeMix(glyphOf('sapphire')))
    expect(normalizeMix(glyphOfPigments('**'))).toBe(normalizeMix(glyphOf('prism')))
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

  test('are described by what is printed on them', () => {
    expect(describeCard(coral)).toBe(
      'Coral: rank 2, 2 points. When printed: Gain a Pale Magenta. While in play: Your mixes may also use cards in play.',
    )
    expect(describeCard({ ...coral, points: 0, instant_text: '', ongoing_text: '' }, 2)).toBe(
      '2 × Coral: rank 2.',
    )
  })

  test('of the running mix are counted by place', () => {
    const mix = {
      cards: [
        { id: 'coral', place: 'hand' as const },
        { id: 'coral', place: 'play' as const },
        { id: 'coral', place: 'hand' as const },
      ],
      sums: [],
      makes: [],
      can_become: [],
      number: 1,
      total: 1,
      for_billy: false,
    }
    expect(countChosen(mix, 'hand', 'coral')).toBe(2)
    expect(countChosen(mix, 'play', 'coral')).toBe(1)
    expect(countChosen(null, 'hand', 'coral')).toBe(0)
  })

  test('that are equal have different keys in the market', () => {
    const keys = keyedPlaces(['azure', '', 'azure', '']).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })
})

describe('progress', () => {
  test('fills a bar up to its end', () => {
    expect(barShare(points)).toBeCloseTo(11 / 17)
    expect(barShare({ have: 20, need: 17 })).toBe(1)
  })

  test('that a move changes is found by victory', () => {
    const then = { ...points, have: 14, text: '14 of 17 points' }
    expect(changedProgress([points], [then]).get('points')).toBe(then)
    expect(changedProgress([points], [points]).size).toBe(0)
    expect(changedProgress([points], undefined).size).toBe(0)
  })
})
