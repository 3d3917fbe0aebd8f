import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'

/** Above modals (200), below menus (300): news must not cover what one reaches for. */
export function Notices() {
  const any = useNotifications().notifications.length > 0
  useEffect(() => (any ? makeRoom() : undefined), [any])
  return <Notifications position="top-right" limit={5} zIndex={250} />
}

/** On a phone the page makes as much room as the messages take (app.css), scrolled or not. */
function makeRoom() {
  const messages = document.querySelector('.mantine-Notifications-root[data-position="top-right"]')
  if (!messages) return
  let room = 0
  const give = (needed: number) => {
    document.body.style.setProperty('--messages', `${needed}px`)
    // The browser keeps what one reads where it is. Below a new message it has to move down; back
    // up it stays, so that nothing slides under a finger.
    if (needed > room && keepsPlace()) window.scrollBy({ top: room - needed, behavior: 'instant' })
    room = needed
  }
  const observer = new ResizeObserver(() => give(messages.getBoundingClientRect().height))
  observer.observe(messages)
  return () => {
    observer.disconnect()
    give(0)
  }
}

const keepsPlace = () =>
  window.scrollY > 0 &&
  window.matchMedia('(max-width: 599.98px)').matches &&
  CSS.supports('overflow-anchor', 'auto')
