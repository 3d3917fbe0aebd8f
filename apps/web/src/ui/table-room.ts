import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from './printing.ts'
import { mustGo, type Yielding } from './table-columns.ts'

/** Below this, rows are cards and every column has a line of its own. */
const cards = '(max-width: 599.98px)'

/**
 * The columns there is room for. They are measured while all of them stand in a frame that is too
 * narrow, where each is as wide as its content needs; other rows are measured anew.
 */
export function useRoomFor<Column extends Yielding>(columns: Column[], rows: unknown) {
  const frame = useRef<HTMLDivElement>(null)
  const widths = useRef<number[] | null>(null)
  const [gone, setGone] = useState<readonly string[]>(nobody)
  const keys = columns.map(({ key }) => key).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the columns.
  const fit = useCallback(() => {
    const { current } = frame
    if (!current) return
    const tooWide = current.scrollWidth > current.clientWidth
    current.toggleAttribute('data-scrolls', tooWide)
    const measured = widthsIn(current)
    if (tooWide && measured.length === columns.length) widths.current ??= measured
    const wide = widths.current !== null && !matchMedia(cards).matches
    const next = wide ? mustGo(columns, widths.current ?? [], current.clientWidth) : nobody
    setGone((now) => (now.join() === next.join() ? now : next))
  }, [keys])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, other widths.
  useLayoutEffect(() => {
    widths.current = null
    setGone(nobody)
  }, [keys, rows])
  useLayoutEffect(fit)
  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      frame.current = node
      if (!node) return
      const watch = new ResizeObserver(fit)
      watch.observe(node)
      return () => watch.disconnect()
    },
    [fit],
  )
  // Paper has them all.
  const printing = usePrinting()
  return { ref, columns: printing ? columns : columns.filter(({ key }) => !gone.includes(key)) }
}

const nobody: readonly string[] = []

const widthsIn = (frame: HTMLElement) =>
  [...frame.querySelectorAll('thead th')].map((th) => th.getBoundingClientRect().width)
