import { useEffect, useState } from 'react'

/**
 * For what is on the page only while it is open: gives the focus back to where it came from, or
 * to the screen when that is gone.
 */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const back = opener?.isConnected ? opener : document.getElementById('main')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
    [opener],
  )
}
