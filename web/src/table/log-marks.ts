/** Pointing at a line of the log marks its pieces on the table. */
import type { Attachment } from 'svelte/attachments'
import { router } from '../app/router.svelte.ts'
import { listen } from './asking.ts'
import { findPieces, markPieces } from './find-pieces.ts'

/** How long pieces are marked after the sheet with the log has closed. */
const MARKED_MS = 3000

/** Marks pieces while a line is pointed at or focused. In a sheet, a click closes it and then marks them for a while. */
export function marksPieces(pieces: readonly string[]): Attachment<HTMLElement> {
  return (line) => {
    let unmark: (() => void) | null = null
    const stop = () => {
      unmark?.()
      unmark = null
    }
    const mark = () => {
      stop()
      unmark = markPieces(pieces.flatMap(findPieces))
    }
    const stopListening = listen(line, {
      pointerenter: mark,
      pointerleave: stop,
      focus: mark,
      blur: stop,
      click: () => {
        if (!line.closest('dialog') || !pieces.flatMap(findPieces).length) return
        router.close()
        const end = markPieces(pieces.flatMap(findPieces))
        setTimeout(end, MARKED_MS)
      },
      keydown: (event) => {
        const step = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' } as const
        const direction = step[(event as KeyboardEvent).key as keyof typeof step]
        const next = direction && line[direction]
        if (!next) return
        event.preventDefault()
        ;(next as HTMLElement).focus()
      },
    })
    return () => {
      stop()
      stopListening()
    }
  }
}
