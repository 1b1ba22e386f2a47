/** The version of the kit. Raise it with every change that breaks a table built before, and with every version of Svelte. */
export const TABLE_API = 1
/** The version of Svelte with which tables of that version are compiled. */
export const SVELTE = '5.57.3'
