import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whichever way it is asked for; answers with how to stop. */
export function aroundPrinting(before: () => void, after: () => void) {
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** Whether the screen is just being laid out for paper. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(
    () =>
      aroundPrinting(
        () => flushSync(() => setPrinting(true)),
        () => setPrinting(false),
      ),
    [],
  )
  return printing
}

const scheme = 'data-mantine-color-scheme'

/** Paper is white: whoever reads light on dark prints dark on light. */
export function watchPrinting() {
  const page = document.documentElement
  let shown: string | null = null
  aroundPrinting(
    () => {
      shown ??= page.getAttribute(scheme)
      page.setAttribute(scheme, 'light')
    },
    () => {
      if (shown) page.setAttribute(scheme, shown)
      shown = null
    },
  )
}
