/** The log shows its latest entries first: it scrolls up to new ones, unless it is being read. */
import type { Attachment } from 'svelte/attachments'
import type { TableSession } from './table-session.svelte.ts'

export const showNews = (session: TableSession): Attachment<HTMLElement> => {
  let missed = false
  return (panel) => {
    void session.client.log
    const isRead = () => panel.matches(':hover, :focus-within')
    const scroll = () => {
      missed = isRead()
      if (!missed) panel.scrollTo({ top: 0 })
    }
    const onLeave = () => {
      if (missed) requestAnimationFrame(scroll)
    }
    scroll()
    panel.addEventListener('pointerleave', onLeave)
    panel.addEventListener('focusout', onLeave)
    return () => {
      panel.removeEventListener('pointerleave', onLeave)
      panel.removeEventListener('focusout', onLeave)
    }
  }
}
