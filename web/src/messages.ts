/** The messages between server and browser, made from the server's own structs. */
export type * from './messages.gen.ts'
