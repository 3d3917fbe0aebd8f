import { Anchor } from '@mantine/core'
import { figures } from '@mshahara/contract/figures'
import type { Payroll } from '@mshahara/contract/payroll'
import { allows } from '@mshahara/contract/run-states'
import { Link } from '@tanstack/react-router'
import { difference, signed } from '../lib/format.ts'
import { IconArrowRight } from '../ui/icons.ts'
import classes from './headlines.module.css'

type Of = Pick<Payroll, 'count' | 'totals' | 'compared'>

/** What a payroll comes to, and how that differs from the last confirmed month. */
export function headlinesOf({ count, totals, compared }: Of) {
  const money = (name: string, of: 'gross' | 'total_deductions' | 'net' | 'employer_cost') => ({
    name,
    value: signed(totals[of]),
    change: compared && difference(compared.change[of]),
    strong: of === 'net',
  })
  const people = compared?.change.count
  return [
    {
      name: 'People',
      value: String(count),
      change: people && `${people > 0 ? '+' : '−'}${Math.abs(people)}`,
      strong: false,
    },
    money(figures.gross.label, 'gross'),
    money('Deductions', 'total_deductions'),
    money(figures.net.label, 'net'),
    money("Employer's cost", 'employer_cost'),
  ]
}

export function HeadlineFigures({ of }: { of: Of }) {
  return (
    <dl className={classes.figures}>
      {headlinesOf(of).map(({ name, value, change, strong }) => (
        <div key={name} data-strong={strong || undefined}>
          <dt>{name}</dt>
          <dd className="figures">{value}</dd>
          {of.compared && <dd className={`figures ${classes.change}`}>{change || 'no change'}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** The first thing on a payroll: its money. */
export function Headlines({ payroll, filtered }: { payroll: Payroll; filtered: boolean }) {
  const { compared, id } = payroll
  return (
    <section className={`card ${classes.card}`} aria-label="Totals">
      <HeadlineFigures of={payroll} />
      <p className={classes.caption}>
        <span>
          {filtered && 'Only the payslips that the filter shows. '}
          {compared ? comparedWith(compared) : alone[payroll.kind]}
        </span>
        {compared && allows(payroll, 'export') && (
          <Anchor component={Link} to={`/payrollVariance/${id}`} inherit>
            What changed, person by person
            <IconArrowRight size={15} aria-hidden />
          </Anchor>
        )}
      </p>
    </section>
  )
}

const alone: Record<Payroll['kind'], string> = {
  monthly: 'No earlier month is confirmed to compare with.',
  off_cycle: 'Extra payroll: it deducts the tax that the month’s other payrolls have not.',
  correction: 'Correction: what should have been paid, less what was.',
  final: 'Final dues: taxed with the month’s other payrolls, lump sums over the years served.',
}

function comparedWith({ month, year, with: others }: NonNullable<Payroll['compared']>): string {
  const together = others.length > 0 ? `, counted together with ${others.join(', ')}` : ''
  return `Compared with ${month} ${year}${together}.`
}
