import { contract } from '@mshahara/contract'
import type { RaisesWorkedOut } from '@mshahara/contract/raises'
import { dayOf } from '../apps/server/src/foundation/core/clock.ts'
import { tokenFor, withServer } from './server.ts'
import { employ, run } from './staff.ts'

/** A raise for ten thousand people: looked over, with a confirmed month, and saved. */
const employees = Number(process.argv[2] ?? 10_000)

await withServer(async ({ parts, address }) => {
  const who = await employ(parts, employees)
  const token = await tokenFor(parts, who)
  const { preview, save } = contract.raises
  async function call<R>(method: string, path: string, body: unknown, name: string): Promise<R> {
    const start = performance.now()
    const reply = await fetch(`${address}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await reply.json()
    const seconds = ((performance.now() - start) / 1000).toFixed(2)
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${answer.message}`)
    console.log(`${name}: ${seconds} s`)
    return answer as R
  }
  const from = dayOf(parts.clock.now()).slice(0, 7)
  const rule = { by: { what: 'percent', percent: 5 }, rounding: 'hundred' }
  const look = (name: string) =>
    call<RaisesWorkedOut>(preview.method, preview.path, { from, rule }, name)
  await look('looked over, nothing confirmed')
  const id = await run(parts, who)
  const { confirm } = contract.payrolls
  await call(confirm.method, confirm.path.replace(':id', id), {}, 'the month confirmed')
  const { rows } = await look('looked over, with the arrears of a month')
  const raises = rows.map(({ employee_id, after, seen }) => {
    return { employee_id, from, amount: after, seen }
  })
  await call(save.method, save.path, { rows: raises }, `${rows.length} salaries saved`)
})
