/** Who sits in for people: old earths and herbs of the paint box. None of them is a piece of any game. */
export const BOT_NAMES = ['Sage', 'Umber', 'Sienna', 'Russet', 'Ochre', 'Sepia'] as const

/** The name of a bot at a seat; each seat has its own. */
export const botName = (seat: number): string => BOT_NAMES[seat % BOT_NAMES.length] as string
