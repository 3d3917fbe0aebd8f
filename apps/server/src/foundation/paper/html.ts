import type { Language } from '@mshahara/contract/language'
import { escapeHtml } from '../core/html.ts'
import type { Arrangement, Block, Box, Facts, RowBlock, Surface, Table, Text } from './blocks.ts'
import type { Palette } from './colors.ts'
import { squaresOf } from './qr-code.ts'

/** The same arrangement as a page of its own: no script, every text escaped, A4 when printed. */

export interface PageDetails {
  title: string
  /** English where nothing is said. */
  language?: Language
  palette: Palette
  logo: { type: string; bytes: Uint8Array } | null
  verify: string
}

export function htmlOf({ margin, root }: Arrangement, page: PageDetails): string {
  return `<!doctype html><html lang="${page.language ?? 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title><style>${styles(page.palette, margin)}</style></head>
<body><main class="sheet">${new Writer(page).write(root, 'paper')}</main></body></html>`
}

/** Amounts stand in columns; in codes such figures would come with a wide hyphen. */
function styles({ fill, ink, line, edge }: Palette, margin: number): string {
  const surfaces = (Object.keys(fill) as Surface[])
    .map(
      (name) => `.${name}{background:${fill[name]};color:${ink[name].plain};
--quiet:${ink[name].quiet};--accent:${ink[name].accent};--line:${line[name]}}`,
    )
    .join('')
  return `@page{size:A4;margin:0}*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:#fff;font:9pt/1.38 Inter,"Inter Variable","Segoe UI",Helvetica,Arial,
sans-serif;-webkit-print-color-adjust:exact;
print-color-adjust:exact;overflow-wrap:anywhere}
${surfaces}.sheet{max-width:595.28pt;margin:0 auto;padding:${margin}pt;background:${fill.paper};
color:${ink.paper.plain};--quiet:${ink.paper.quiet};--accent:${ink.paper.accent};
--line:${line.paper};--edge:${edge};--tint:${fill.tint};--on-tint:${ink.tint.plain};
--accent-on-tint:${ink.tint.accent}}
h1,h2,p,dl,dd{margin:0;font-weight:400}.bold{font-weight:680}.quiet{color:var(--quiet)}
.accent{color:var(--accent)}.right{text-align:right}.center{text-align:center}
.stack{display:flex;flex-direction:column}.row{display:grid}.row>*{min-width:0}
.row>table{align-self:start}.together>.right{white-space:nowrap;overflow-wrap:normal}
.middle{align-items:center}.bordered{border:.7pt solid ${line.paper}}
.edge-left{border-left:4pt solid var(--edge)}.edge-top{border-top:3pt solid var(--edge)}
.edge-bottom{border-bottom:3pt solid var(--edge)}
table{width:100%;border-collapse:collapse}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:2.6pt 5pt;text-align:left;vertical-align:top;font-weight:400}
th.right,td.right{text-align:right;white-space:nowrap;overflow-wrap:normal}
td.right{font-variant-numeric:tabular-nums}
thead th{color:var(--quiet);font-weight:680;font-size:.9em;border-bottom:.8pt solid var(--accent)}
.ruled tbody tr:not(:last-child)>*,.boxed tbody tr:not(:last-child)>*{
border-bottom:.4pt solid var(--line)}.boxed{border:.7pt solid var(--line)}
.lit.striped tbody tr:nth-child(even)>*,.lit .total>*,.lit .section>*{
background:var(--tint);color:var(--on-tint)}
.total>*{border-top:.9pt solid var(--accent);font-weight:680}
.section>*{font-weight:680}.lit .section>*{color:var(--accent-on-tint)}
.strong>*{font-weight:680}tr{break-inside:avoid}
.facts{display:grid;gap:4.5pt 12pt}.facts dt{color:var(--quiet)}.facts dd{font-weight:680}
.above dt{font-size:.86em}.beside>div{display:grid;grid-template-columns:42% 58%}
.plate{background:#fff;border-radius:3pt;padding:3pt;display:flex;justify-content:center}
.plate img{max-width:100%;max-height:100%;object-fit:contain}
.code{background:#fff;border-radius:2pt;padding:3pt;display:block}
@media(max-width:640px){.sheet{padding:${Math.min(margin, 14)}pt}
.row:not(.together){grid-template-columns:1fr!important;gap:10pt!important}
.row:not(.together)>.stack>.right:is(h1,h2,p){text-align:left}
.together:has(>.right){grid-template-columns:minmax(0,1fr) auto!important}
.facts{grid-template-columns:1fr 1fr!important}
.facts.beside{grid-template-columns:1fr!important}body{font-size:10pt}
.pairs col{width:auto!important}.pairs :is(th,td){overflow-wrap:break-word}
.pairs td.right{white-space:normal}
.many{font-size:8pt!important}.many :is(th,td){padding-left:2pt;padding-right:2pt}
.wide{padding-left:14pt!important;padding-right:14pt!important}}
@media print{.sheet{min-height:0}}`
}

const pt = (value: number) => `${Math.round(value * 100) / 100}pt`

class Writer {
  private readonly page: PageDetails

  constructor(page: PageDetails) {
    this.page = page
  }

  write(block: Block, on: Surface): string {
    switch (block.kind) {
      case 'stack': {
        const inside = block.children.map((child) => this.write(child, on)).join('')
        return `<div class="stack" style="gap:${pt(block.gap)}">${inside}</div>`
      }
      case 'row':
        return this.row(block, on)
      case 'box':
        return this.box(block, on)
      case 'text':
        return this.text(block)
      case 'table':
        return this.table(block, on)
      case 'facts':
        return this.facts(block)
      case 'rule':
        return `<div style="height:${pt(block.weight)};background:var(--edge)"></div>`
      case 'logo':
        return this.logo(block.width, block.height)
      case 'code':
        return this.code(block.size)
    }
  }

  private row({ cells, gap, together, middle, tall }: RowBlock, on: Surface): string {
    const columns = cells.map(({ share }) => `${share}fr`).join(' ')
    const names = ['row', together && 'together', middle && 'middle'].filter(Boolean).join(' ')
    const height = tall ? ';min-height:100%' : ''
    const inside = cells.map(({ block }) => this.write(block, on)).join('')
    return `<div class="${names}" style="grid-template-columns:${columns};gap:${pt(gap)}${height}">${inside}</div>`
  }

  private box(box: Box, on: Surface): string {
    const { surface, pad, radius, edge, border, child } = box
    const names = [
      surface !== on && surface,
      border && 'bordered',
      edge && `edge-${edge}`,
      pad[1] > 16 && 'wide',
    ]
    const style = `padding:${pt(pad[0])} ${pt(pad[1])}${radius ? `;border-radius:${pt(radius)}` : ''}`
    return `<div class="${names.filter(Boolean).join(' ')}" style="${style}">${this.write(child, surface)}</div>`
  }

  private text({ text, size, bold, ink, align, level }: Text): string {
    const tag = level ? `h${level}` : 'p'
    const names = [bold && 'bold', ink !== 'plain' && ink, align !== 'left' && align]
    const style = `font-size:${pt(size)}`
    return `<${tag} class="${names.filter(Boolean).join(' ')}" style="${style}">${escapeHtml(text)}</${tag}>`
  }

  private table(table: Table, on: Surface): string {
    const { caption, columns, head, rows, look, size } = table
    // The light colour stands behind a row only where it would be seen.
    const lit = on === 'paper' ? ' lit' : ''
    // On a phone a name and its value take the room they need, and many columns small print.
    const isPairs = columns.length === 2 && !head
    const width = isPairs ? ' pairs' : columns.length > 3 ? ' many' : ''
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const widths = columns
      .map(({ share }) => `<col style="width:${((share / shares) * 100).toFixed(1)}%">`)
      .join('')
    const cell = (tag: string, words: string, index: number, more = '') => {
      const align = columns[index]?.align === 'right' ? ' class="right"' : ''
      return `<${tag}${align}${more}>${escapeHtml(words)}</${tag}>`
    }
    const heads = head?.map((words, index) =>
      words === '' ? '<td></td>' : cell('th', words, index, ' scope="col"'),
    )
    const body = rows.map(({ cells, bold, total, section }) => {
      const name = total ? 'total' : section ? 'section' : bold ? 'strong' : ''
      const inside = section
        ? `<th colspan="${columns.length}" scope="colgroup">${escapeHtml(cells[0] ?? '')}</th>`
        : cells
            .map((words, index) =>
              index === 0 ? cell('th', words, index, ' scope="row"') : cell('td', words, index),
            )
            .join('')
      return `<tr${name ? ` class="${name}"` : ''}>${inside}</tr>`
    })
    return `<table class="${look}${lit}${width}" style="font-size:${pt(size)}"><caption>${escapeHtml(caption)}</caption>
<colgroup>${widths}</colgroup>${heads ? `<thead><tr>${heads.join('')}</tr></thead>` : ''}
<tbody>${body.join('')}</tbody></table>`
  }

  private facts({ items, columns, size, look }: Facts): string {
    const inside = items
      .map(([label, value]) => {
        return `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`
      })
      .join('')
    const style = `grid-template-columns:repeat(${columns},1fr);font-size:${pt(size)}`
    return `<dl class="facts ${look}" style="${style}">${inside}</dl>`
  }

  private logo(width: number, height: number): string {
    const { logo } = this.page
    if (!logo) return ''
    const data = `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}`
    return `<div class="plate" style="width:${pt(width)};height:${pt(height)}"><img src="${data}" alt=""></div>`
  }

  private code(size: number): string {
    const pieces = squaresOf(this.page.verify, 100)
    const side = Math.min(...pieces.map(({ width }) => width))
    const path = pieces
      .map(
        ({ x, y, width }) =>
          `M${x.toFixed(2)} ${y.toFixed(2)}h${width.toFixed(2)}v${side.toFixed(2)}h-${width.toFixed(2)}z`,
      )
      .join('')
    return `<svg class="code" role="img" aria-label="QR code to the verification page"
style="width:${pt(size)};height:${pt(size)}" viewBox="0 0 100 100" shape-rendering="crispEdges"><path d="${path}"/></svg>`
  }
}
