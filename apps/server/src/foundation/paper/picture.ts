import { escapeHtml } from '../core/html.ts'
import { a4, type Mark, type Page } from './layout.ts'

/** The first page as a small picture: the same marks, for the gallery of templates. */
export function pictureOf([page = []]: Page[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${a4.width} ${a4.height}"
font-family="Inter, 'Segoe UI', Helvetica, Arial, sans-serif">
<rect width="100%" height="100%" fill="#fff"/>${page.map(element).join('')}</svg>`
}

const n = (value: number) => value.toFixed(1)

function element(mark: Mark): string {
  switch (mark.op) {
    case 'text': {
      const weight = mark.bold ? ' font-weight="680"' : ''
      const at = `x="${n(mark.x)}" y="${n(mark.y + mark.size * 0.97)}"`
      return `<text ${at} font-size="${n(mark.size)}"${weight} fill="${mark.fill}" textLength="${n(mark.width)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(mark.text)}</text>`
    }
    case 'rect':
      return `<rect ${place(mark)} rx="${mark.radius}" fill="${mark.fill}"/>`
    case 'frame':
      return `<rect ${place(mark)} rx="${mark.radius}" fill="none" stroke="${mark.stroke}"/>`
    case 'logo':
      return `<rect ${place(mark)} rx="4" fill="#fff" stroke="#c9d1ce"/>`
    case 'code':
      return `<rect ${place({ ...mark, w: mark.size, h: mark.size })} fill="#dfe5e2"/>`
  }
}

const place = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) =>
  `x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"`
