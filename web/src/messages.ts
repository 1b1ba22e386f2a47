/** The messages between server and browser, generated from the server's structs. */
export type * from './messages.gen.ts'
