import { describe, expect, test } from 'vitest'
import { chooseShownSeat } from './shared-screen.ts'

describe('a shared screen', () => {
  test('stays with the seat that acts', () => {
    expect(chooseShownSeat([true, true], 1, true)).toEqual({ show: 1, pass: null })
  })
  test('switches to the next seat if nothing is hidden', () => {
    expect(chooseShownSeat([false, true], 0, false)).toEqual({ show: 1, pass: null })
    expect(chooseShownSeat([false, false], 1, false)).toEqual({ show: 1, pass: null })
  })
  test('is passed on if something is hidden', () => {
    expect(chooseShownSeat([false, true], 0, true)).toEqual({ show: 0, pass: 1 })
  })
  test('stays, if something is hidden, while others play elsewhere', () => {
    expect(chooseShownSeat([false, false], 1, true)).toEqual({ show: 1, pass: null })
  })
  test('is covered until the first player takes it', () => {
    expect(chooseShownSeat([false, true], null, true)).toEqual({ show: null, pass: 1 })
    expect(chooseShownSeat([false, false], null, true)).toEqual({ show: null, pass: 0 })
  })
})
