import { employeesQuery } from '../apps/server/src/areas/employees/read.ts'
import { median } from './median.ts'
import { measureScreens } from './screens.ts'
import { bareServer, load, tokenFor, withServer } from './server.ts'
import { employ, run } from './staff.ts'

/**
 * Ten thousand employees: the whole list through the full stack against the bare query and
 * JSON, and the longest task on the browser's main thread while the list of employees and a
 * payroll of all of them are opened and used. Needs a built web application (`npm run build`).
 */
const employees = 10_000
const rounds = 3
const seconds = 4

await withServer(async (bench) => {
  const who = await employ(bench.parts, employees)
  const token = await tokenFor(bench.parts, who)
  const bare = await bareServer(bench.parts, employeesQuery)
  const full = `${bench.address}/api/employees`
  const rates: Record<'full' | 'bare', number[]> = { full: [], bare: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const bareRate = await load(bare.address, token, round ? seconds : 1, 2)
    const fullRate = await load(full, token, round ? seconds : 1, 2)
    // The first round warms both up.
    if (round > 0) rates.bare.push(bareRate)
    if (round > 0) rates.full.push(fullRate)
  }
  const [fullRate, bareRate] = [median(rates.full), median(rates.bare)]
  console.log(`GET employees with ${employees}, full stack: ${fullRate.toFixed(1)} requests/s`)
  console.log(`GET employees with ${employees}, bare: ${bareRate.toFixed(1)} requests/s`)
  console.log(`ratio full/bare: ${(fullRate / bareRate).toFixed(2)} (aim: at least 0.50)`)
  await bare.close()
  const payroll = await run(bench.parts, who)
  await measureScreens(bench.address, token, employees, payroll)
})
