/** Names of bots: earth pigments and herbs, none of which is a piece of any game. */
export const BOT_NAMES = ['Sage', 'Umber', 'Sienna', 'Russet', 'Ochre', 'Sepia'] as const

export const botName = (seat: number): string => BOT_NAMES[seat % BOT_NAMES.length] as string
