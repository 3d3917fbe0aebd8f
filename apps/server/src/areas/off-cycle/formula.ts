import type { contract } from '@mshahara/contract'
import type { ExtraItem, formulaInput, roundings } from '@mshahara/contract/off-cycle'
import { type BonusFormula, bonusFor, tellFormula } from '@mshahara/engine/bonus-formula'
import type { Stretch } from '@mshahara/engine/calendar'
import type { z } from 'zod'
import { failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun } from '../../foundation/pay/runs.ts'
import { inForceFirst } from '../employees/index.ts'
import { sayToStaff } from './sentences.ts'

/** Amounts by formula: looked over before they fill the grid, and kept with it by what they say. */

type Given = z.output<typeof formulaInput>

const cents: Record<(typeof roundings)[number], BonusFormula['rounding']> = {
  cent: 1,
  shilling: 100,
  ten: 1_000,
  hundred: 10_000,
}

const asEngine = ({ of, served, rounding, least, most }: Given): BonusFormula => ({
  of: of.base === 'share' ? { share: of.percent } : { fixed: of.amount },
  ...{ served, rounding: cents[rounding], least: least ?? undefined, most: most ?? undefined },
})

interface ServiceRow {
  payslip_id: string
  salary: string | null
  from: string
  to: string | null
  away: Stretch[]
}

export const formula: Handler<(typeof contract.offCycle)['formula']> = async (ctx, input) => {
  const run = await loadRun(ctx.tx, 'off_cycle', input.params.id)
  const { formula: given, payslips } = input.body()
  const { least, most } = given
  if (least !== null && most !== null && least > most) failField('formula.least', sayToStaff.least)
  const rows = await ctx.tx.all<ServiceRow>`select p.id as payslip_id, e.employment_date as "from",
      e.termination_date as "to", stretches(e.away) as away, (select s.amount from salaries s
        where s.organization_id = e.organization_id and s.employee_id = e.id
        order by ${raw(inForceFirst(`'${run.month}'`))} limit 1) as salary
    from payslips p join employees e on e.id = p.employee_id
    where p.payroll_id = ${run.id} and p.id = any (${payslips}) order by e.number`
  if (rows.length < new Set(payslips).size) failField('payslips', sayToStaff.otherPeople)
  const by = asEngine(given)
  return {
    told: tellFormula(by),
    rows: rows.map(({ payslip_id, salary, ...served }) => {
      const basic = salary === null ? null : centsOf(salary)
      return { payslip_id, ...bonusFor(by, { salary: basic, ...served }, run.month) }
    }),
  }
}

/** Kept in cents, with what they say. */
export const itemToWire = ({ formulas, ...item }: ExtraItem) => ({
  ...item,
  formulas: formulas.map((one) => ({ ...one, told: tellFormula(asEngine(one)) })),
})
