/** The colours of a rainbow, for pieces that are any colour or split light. */
export const SPECTRUM = [
  '#ff4b40',
  '#ffb03a',
  '#ffe441',
  '#35d560',
  '#38d9ec',
  '#2f62f2',
  '#a24bf0',
  '#f259dc',
]

/** All around: `background: conic-gradient(…)`. */
export const SPECTRUM_CIRCLE = [...SPECTRUM, SPECTRUM[0]].join(', ')
