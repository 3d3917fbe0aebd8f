import { Title } from '@mantine/core'
import type { AnnualAnalytics } from '@mshahara/contract/analytics'
import { employerFringe, employerPension, figures } from '@mshahara/contract/figures'
import { amount, signed, signedKsh } from '../lib/format.ts'
import { Chart, Totals } from '../ui/chart.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NothingYet } from './summaries.tsx'

interface Props {
  title: string
  report: AnnualAnalytics
  stale?: boolean
}

/** Gross pay, and on top of it what the employer pays for the same people (B6). */
export function EmployerCost({ title, report, stale }: Props) {
  const [whole, ...series] = report.costDatasets
  const besides: [string, number][] = [
    [employerPension.label, report.pensionEmployerTotal],
    [employerFringe.label, report.fringeTotal],
  ]
  const added = besides
    .filter(([, total]) => total !== 0)
    .map(([label, total]): [string, string] => [label, signedKsh(total)])
  return (
    <Chart
      title={title}
      labels={report.data.months}
      whole={whole}
      series={series}
      totals={
        <Totals
          items={[
            ['Gross Income', signedKsh(report.grossTotal)],
            [figures.nssf_employer.label, signedKsh(report.nssfEmployerTotal)],
            [figures.housing_employer.label, signedKsh(report.housingEmployerTotal)],
            [figures.nita.label, signedKsh(report.nitaTotal)],
            ...added,
            ["Employer's cost", signedKsh(report.employerCostTotal)],
          ]}
        />
      }
      note={
        report.benefitsTotal !== 0
          ? `Besides, benefits in kind of ${signedKsh(report.benefitsTotal)} were taxed: they are not cash, and in none of these figures.`
          : undefined
      }
      stale={stale}
      empty={<NothingYet />}
    />
  )
}

type Department = AnnualAnalytics['departments'][number]

const columns: Column<Department>[] = [
  { key: 'name', title: 'Department', lead: true, render: ({ name }) => name },
  amountColumn('gross', 'Gross Income', ({ gross }) => gross, signed),
  amountColumn(
    'deductions',
    figures.total_deductions.label,
    ({ deductions }) => deductions,
    signed,
  ),
  amountColumn('net', 'Net Income', ({ net }) => net, signed),
  { ...amountColumn('cost', "Employer's cost", (of: Department) => of.employer_cost), tail: true },
]

/** By the department that people were in when they were paid. */
export function Departments({ title, report, stale }: Props) {
  const { departments, grossTotal, netTotal, employerCostTotal } = report
  const deducted = (Math.round(grossTotal * 100) - Math.round(netTotal * 100)) / 100
  return (
    <section className="card" aria-label={title}>
      <Title order={2} p="lg" pb="sm">
        {title}
      </Title>
      <DataTable
        label={title}
        columns={columns}
        rows={departments}
        rowKey={({ id }) => id ?? ''}
        stale={stale}
        empty={<NothingYet />}
        footer={{
          name: 'Total',
          gross: signed(grossTotal),
          deductions: signed(deducted),
          net: signed(netTotal),
          cost: amount(employerCostTotal),
        }}
      />
    </section>
  )
}
