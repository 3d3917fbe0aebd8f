import QRCode from 'qrcode'

/**
 * The code that leads to the page where a document is verified, as squares. Apart from the PDF,
 * whose library only the print threads need to load.
 */

const codes = new Map<string, { size: number; data: Uint8Array }>()

function codeOf(address: string) {
  const known = codes.get(address)
  if (known) return known
  codes.clear()
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  codes.set(address, modules)
  return modules as { size: number; data: Uint8Array }
}
export const squareOf = (address: string, side: number) => side / codeOf(address).size

/** The dark squares, neighbours of a row in one piece, so that no hairline shows between them. */
export function squaresOf(address: string, side: number) {
  const { size, data } = codeOf(address)
  const square = side / size
  const pieces: { x: number; y: number; width: number }[] = []
  for (let line = 0; line < size; line += 1) {
    for (let from = 0; from < size; from += 1) {
      if (!data[line * size + from]) continue
      let to = from
      while (to < size && data[line * size + to]) to += 1
      pieces.push({ x: from * square, y: line * square, width: (to - from) * square })
      from = to
    }
  }
  return pieces
}
