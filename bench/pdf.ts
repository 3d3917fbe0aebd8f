import { availableParallelism } from 'node:os'
import type { Content } from '../apps/server/src/areas/payslips/content.ts'
import { paperOf } from '../apps/server/src/areas/payslips/paper.ts'
import { sample } from '../apps/server/src/areas/payslips/sample.ts'
import { templates } from '../apps/server/src/areas/payslips/templates/index.ts'
import { paletteOf } from '../apps/server/src/foundation/paper/colors.ts'
import { pagesOf } from '../apps/server/src/foundation/paper/layout.ts'
import { type PrintOrder, portion, print } from '../apps/server/src/foundation/paper/printer.ts'
import { barePdf } from './bare-pdf.ts'
import { median } from './median.ts'

/**
 * Ten thousand payslips printed by the server's worker threads, against bare pdfkit drawing the
 * very same marks in one thread. Memory is sampled along the way.
 */
const total = Number(process.argv[2] ?? 10_000)
const perRound = 500
const barePerRound = 60
const colors = { light_color: '#E7F2EE', dark_color: '#0B6B50' }
const made = '2026-03-31T09:00:00.000Z'

const contentOf = (index: number): Content => ({
  ...sample,
  organization: { ...sample.organization, logo: false },
  person: { ...sample.person, name: `Wanjiru Kamau ${index}`, employee_no: `XX-${index}` },
  verify: `https://pay.example.co.ke/verifyPayslip/00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
})

/** Marks are worked out beforehand, so that only pdfkit is measured. */
async function bareRate(count: number): Promise<number> {
  const palette = paletteOf(colors)
  const sheets = Array.from({ length: count }, (_, index) => {
    const content = contentOf(index)
    return { pages: pagesOf(templates.classic.arrange(content), palette), verify: content.verify }
  })
  const begun = performance.now()
  for (const { pages, verify } of sheets) await barePdf(pages, verify, made)
  return count / ((performance.now() - begun) / 1000)
}

async function ourRate(threads: number, count: number, look: () => void): Promise<number> {
  const begun = performance.now()
  let next = 0
  let bytes = 0
  // As the mailing job does it: a batch at a time, here one per thread.
  const worker = async () => {
    while (next < count) {
      const first = next
      next += portion
      const papers = Array.from({ length: Math.min(portion, count - first) }, (_, index) =>
        paperOf('classic', contentOf(first + index), made),
      )
      const order: PrintOrder = { colors, logo: null, papers }
      for (const pdf of await print(order, { organization_id: 'bench' })) bytes += pdf.length
      look()
    }
  }
  await Promise.all(Array.from({ length: threads }, worker))
  if (bytes < count * 1000) throw new Error('Something was not printed.')
  return count / ((performance.now() - begun) / 1000)
}

const threads = Math.max(1, availableParallelism())
const mb = () => process.memoryUsage().rss / 2 ** 20
await bareRate(barePerRound)
await ourRate(threads, perRound, () => {})
const seen: number[] = []
const rates: Record<'bare' | 'ours' | 'ratio', number[]> = { bare: [], ours: [], ratio: [] }
// Alternating, so that whatever else the machine does affects both.
for (let done = 0; done < total; done += perRound) {
  const before = await bareRate(barePerRound)
  const ours = await ourRate(threads, perRound, () => seen.push(mb()))
  const bare = (before + (await bareRate(barePerRound))) / 2
  rates.bare.push(bare)
  rates.ours.push(ours)
  rates.ratio.push(ours / (bare * threads))
}

const third = Math.floor(seen.length / 3)
const most = (list: number[]) => Math.max(...list)
// The first third warms up.
const [early, late] = [most(seen.slice(third, 2 * third)), most(seen.slice(-third))]
const shown = (list: number[]) => median(list).toFixed(0)
console.log(`bare pdfkit, one thread: ${shown(rates.bare)} payslips/s`)
console.log(`${total} payslips, ${threads} threads: ${shown(rates.ours)} payslips/s`)
const ratio = median(rates.ratio)
console.log(`ratio to bare × threads: ${ratio.toFixed(2)} (aim: at least 0.70)`)
console.log(
  `memory, last third over the one before: ${(late / early).toFixed(2)} (aim: about 1; ${late.toFixed(0)} MB)`,
)
process.exit(0)
