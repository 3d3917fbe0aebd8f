import type { KeyboardEvent } from 'react'

/** A grid of fields is walked by arrows and Enter; each says where it is: data-place="row:column". */

const steps: Record<string, [down: number, right: number]> = {
  Enter: [1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** From cell to cell; sideways only where the cursor has nowhere left to go in the text. */
export function walk(event: KeyboardEvent<HTMLTableElement>) {
  const at = placeIn(event.target)
  const step = steps[event.key]
  if (!at || !step || event.altKey || event.ctrlKey || event.metaKey) return
  const field = event.target as HTMLInputElement | HTMLSelectElement
  const isSelect = field instanceof HTMLSelectElement
  if (isSelect && event.key.startsWith('ArrowU')) return
  if (isSelect && event.key.startsWith('ArrowD')) return
  if (!isSelect && step[1] !== 0 && staysIn(field, step[1])) return
  const sign = event.key === 'Enter' && event.shiftKey ? -1 : 1
  const table = event.currentTarget
  event.preventDefault()
  let { row, column } = at
  // Past what cannot be changed.
  for (let tries = 0; tries < 300; tries += 1) {
    row += step[0] * sign
    column += step[1]
    const next = table.querySelector<HTMLElement>(`[data-place="${row}:${column}"]`)
    if (next) return next.focus()
    if (row < 0 || column < 0 || row >= table.rows.length || column > 20) return
  }
}

function staysIn({ selectionStart, selectionEnd, value }: HTMLInputElement, right: number) {
  const whole = selectionStart === 0 && selectionEnd === value.length
  if (whole) return false
  return right > 0 ? selectionEnd !== value.length : selectionStart !== 0
}

export function placeIn(target: EventTarget) {
  const place = (target as HTMLElement).dataset?.place
  if (!place) return undefined
  const [row = 0, column = 0] = place.split(':').map(Number)
  return { row, column }
}
