import { describe, expect, test } from 'vitest'
import { findTravels } from './travel.ts'
import type { Player, Stack, View } from './view.ts'

const player = (hand: Stack[], play: Stack[]) => ({ hand, play }) as Player
const view = (over: Partial<View>): View =>
  ({
    piles: [{ id: 'soft-cyan', count: 9 }],
    rows: [{ rank: 3, cards: ['azure', 'pear'], deck_size: 5, discard_size: 0, discarded: [] }],
    players: [player([{ id: 'coral', count: 2 }], []), player([], [])],
    ...over,
  }) as View

describe('cards travel', () => {
  test('not at all if nothing changes', () => {
    expect(findTravels(view({}), view({}))).toEqual([])
  })

  test('from hand to play', () => {
    const printed = view({
      players: [player([{ id: 'coral', count: 1 }], [{ id: 'coral', count: 1 }]), player([], [])],
    })
    expect(findTravels(view({}), printed)).toEqual([{ id: 'coral', from: 'hand:0', to: 'play:0' }])
    expect(findTravels(printed, view({}))).toEqual([{ id: 'coral', from: 'play:0', to: 'hand:0' }])
  })

  test('from the market to a hand, and from the deck to the market', () => {
    const mixed = view({
      piles: [{ id: 'soft-cyan', count: 10 }],
      rows: [{ rank: 3, cards: ['violet', 'pear'], deck_size: 4, discard_size: 0, discarded: [] }],
      players: [player([{ id: 'coral', count: 2 }], []), player([{ id: 'azure', count: 1 }], [])],
    })
    expect(findTravels(view({}), mixed)).toEqual([
      { id: 'soft-cyan', from: '', to: 'pile' },
      { id: 'azure', from: 'market:3', to: 'hand:1' },
      { id: 'violet', from: '', to: 'market:3' },
    ])
  })

  test('each to its own place', () => {
    const paid = view({
      rows: [
        {
          rank: 3,
          cards: ['azure', 'pear'],
          deck_size: 5,
          discard_size: 1,
          discarded: [{ id: 'coral', count: 1 }],
        },
      ],
      players: [player([], [{ id: 'coral', count: 1 }]), player([], [])],
    })
    expect(findTravels(view({}), paid)).toEqual([
      { id: 'coral', from: 'hand:0', to: 'discard:3' },
      { id: 'coral', from: 'hand:0', to: 'play:0' },
    ])
  })
})
