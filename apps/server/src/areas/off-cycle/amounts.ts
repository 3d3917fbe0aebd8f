import { contract } from '@mshahara/contract'
import type { ExtraItem, ExtraPerson } from '@mshahara/contract/off-cycle'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun, loadRunFor } from '../../foundation/pay/runs.ts'
import { tried } from '../maker-checker/index.ts'
import { setExtraAmounts, workOutAgain } from '../payroll/index.ts'
import { itemToWire } from './formula.ts'
import { personColumns, personOf } from './people.ts'
import { sayToStaff } from './sentences.ts'

type Extra = typeof contract.offCycle

/** The grid of an extra payroll: a row for each person, a column for each kind of amount. */

type GridRow = Omit<ExtraPerson, 'salary'> & {
  salary: string | null
  payslip_id: string
  amounts: string[]
  taken: string | null
  net: string | null
}

export const amounts: Handler<Extra['amounts']> = async ({ tx }, { params }) => {
  const run = await loadRun(tx, 'off_cycle', params.id)
  const items = await tx.all<ExtraItem>`select name, kind, formulas from off_cycle_items
    where payroll_id = ${run.id} order by place`
  const rows = await tx.all<GridRow>`select p.id as payslip_id, p.net, p.total_deductions as taken,
      ${personColumns(run.month)}, array(select coalesce(a.amount, 0)::text
        from off_cycle_items i left join off_cycle_amounts a
          on a.organization_id = i.organization_id and a.item_id = i.id and a.payslip_id = p.id
        where i.payroll_id = ${run.id} order by i.place) as amounts
    from payslips p join employees e on e.id = p.employee_id
    where p.payroll_id = ${run.id} order by e.number`
  return {
    items: items.map(itemToWire),
    rows: rows.map(({ amounts: own, taken, net, ...row }) => ({
      ...personOf(row),
      amounts: own.map(centsOf),
      taken: taken === null ? null : centsOf(taken),
      net: net === null ? null : centsOf(net),
    })),
  }
}

/** All of a draft at once: what two people save one after the other is one or the other. */
const saveNow: Handler<Extra['save']> = async (ctx, input) => {
  const run = await loadRunFor(ctx.tx, 'off_cycle', input.params.id, 'change')
  const { items, rows } = input.body()
  await refuseOthers(ctx, run.id, rows, items.length)
  const cells = await setExtraAmounts(ctx.tx, run.id, items, rows)
  const total = rows.reduce((sum, row) => sum + row.amounts.reduce((a, b) => a + b, 0), 0)
  await ctx.tx.run`select log_bulk('payroll', 'updated', ${run.id}, ${{
    new: { amounts: cells, total: total / 100 },
  }})`
  await workOutAgain(ctx, run)
  return { message: 'Amounts saved successfully' }
}

/** Amounts above what one person may decide wait for another. */
export const save = tried(
  'offCycle.save',
  contract.offCycle.save,
  {
    acts: ['items'],
    link: (_, { params }) => `/payroll/${params.id}`,
    hold: (ctx, { params }) => loadRunFor(ctx.tx, 'off_cycle', params.id, 'change'),
  },
  saveNow,
)

interface Amounts {
  payslip_id: string
  amounts: number[]
}

async function refuseOthers(ctx: Ctx, id: string, rows: readonly Amounts[], columns: number) {
  if (rows.some((row) => row.amounts.length !== columns)) {
    failField('rows', sayToStaff.otherColumns)
  }
  const there = await ctx.tx.all<{ id: string }>`select id from payslips where payroll_id = ${id}`
  const given = new Set(rows.map(({ payslip_id }) => payslip_id))
  if (
    given.size !== rows.length ||
    there.length !== given.size ||
    there.some((p) => !given.has(p.id))
  )
    failField('rows', sayToStaff.otherPeople)
}
