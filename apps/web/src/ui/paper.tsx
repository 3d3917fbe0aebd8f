import { useEffect, useRef, useState } from 'react'
import classes from './paper.module.css'

interface Props {
  html: string
  title: string
}

/**
 * A page made by the server, in a frame that may run no scripts. It keeps our origin only so that
 * we can measure its height and print it in full.
 */
export function Paper({ html, title }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(0)
  const [height, setHeight] = useState(900)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page?.body || loaded === 0) return
    lendFonts(page)
    const watch = new ResizeObserver(() => setHeight(Math.ceil(page.body.offsetHeight)))
    watch.observe(page.body)
    return () => watch.disconnect()
  }, [loaded])
  return (
    <iframe
      ref={frame}
      className={classes.paper}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      style={{ height }}
      onLoad={() => setLoaded((count) => count + 1)}
    />
  )
}

/** The frame does not inherit our fonts. */
function lendFonts(page: Document) {
  const rules = [...document.styleSheets].flatMap(rulesOf)
  const style = page.createElement('style')
  style.textContent = rules
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ cssText }) => cssText)
    .join('')
  page.head.append(style)
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}
