import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the screen is just being laid out for paper. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}

const scheme = 'data-mantine-color-scheme'

/** Paper is white: whoever reads light on dark prints dark on light. */
export function watchPrinting() {
  const page = document.documentElement
  let shown: string | null = null
  window.addEventListener('beforeprint', () => {
    shown ??= page.getAttribute(scheme)
    page.setAttribute(scheme, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (shown) page.setAttribute(scheme, shown)
    shown = null
  })
}
