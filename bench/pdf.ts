import { availableParallelism } from 'node:os'
import { paletteOf } from '../apps/server/src/payslips/colors.ts'
import type { Content } from '../apps/server/src/payslips/content.ts'
import { pagesOf } from '../apps/server/src/payslips/layout.ts'
import { type Order, portion, print } from '../apps/server/src/payslips/printer.ts'
import { sample } from '../apps/server/src/payslips/sample.ts'
import { templates } from '../apps/server/src/payslips/templates/index.ts'
import { barePdf } from './bare-pdf.ts'
import { median } from './median.ts'

/**
 * Ten thousand payslips printed by the server's worker threads, against bare pdfkit drawing the
 * very same marks in one thread. Memory is looked at along the way.
 */
const total = 10_000
const bareCount = 300
const rounds = 3
const colors = { light_color: '#E7F2EE', dark_color: '#0B6B50' }
const made = '2026-03-31T09:00:00.000Z'

const contentOf = (index: number): Content => ({
  ...sample,
  organization: { ...sample.organization, logo: false },
  person: { ...sample.person, name: `Wanjiru Kamau ${index}`, employee_no: `XX-${index}` },
  verify: `https://pay.example.co.ke/verifyPayslip/00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
})

/** Marks are worked out beforehand: what is measured is pdfkit alone. */
async function bareRate(): Promise<number> {
  const palette = paletteOf(colors)
  const sheets = Array.from({ length: bareCount }, (_, index) => {
    const content = contentOf(index)
    return { pages: pagesOf(templates.classic.arrange(content), palette), verify: content.verify }
  })
  const begun = performance.now()
  for (const { pages, verify } of sheets) await barePdf(pages, verify, made)
  return bareCount / ((performance.now() - begun) / 1000)
}

async function ourRate(threads: number, count: number, look: () => void): Promise<number> {
  const begun = performance.now()
  let next = 0
  let bytes = 0
  // As the mailing job does it: a portion at a time, here one for each thread.
  const worker = async () => {
    while (next < count) {
      const first = next
      next += portion
      const sheets = Array.from({ length: Math.min(portion, count - first) }, (_, index) => ({
        content: contentOf(first + index),
        made,
      }))
      const order: Order = { template: 'classic', colors, logo: null, sheets }
      for (const pdf of await print(order)) bytes += pdf.length
      look()
    }
  }
  await Promise.all(Array.from({ length: threads }, worker))
  if (bytes < count * 1000) throw new Error('Something was not printed.')
  return count / ((performance.now() - begun) / 1000)
}

const threads = Math.max(1, availableParallelism())
const mb = () => process.memoryUsage().rss / 2 ** 20
await bareRate()
await ourRate(threads, 500, () => {})
const bare: number[] = []
for (let round = 0; round < rounds; round += 1) bare.push(await bareRate())
const seen: number[] = []
const ours = await ourRate(threads, total, () => seen.push(mb()))
for (let round = 0; round < rounds; round += 1) bare.push(await bareRate())

const third = Math.floor(seen.length / 3)
const most = (list: number[]) => Math.max(...list)
const [early, late] = [most(seen.slice(0, third)), most(seen.slice(-third))]
const single = median(bare)
console.log(`bare pdfkit, one thread: ${single.toFixed(0)} payslips/s`)
console.log(`${total} payslips, ${threads} threads: ${ours.toFixed(0)} payslips/s`)
console.log(
  `ratio to bare × threads: ${(ours / (single * threads)).toFixed(2)} (aim: at least 0.70)`,
)
console.log(
  `memory, last third over first: ${(late / early).toFixed(2)} (aim: about 1; ${late.toFixed(0)} MB)`,
)
process.exit(0)
