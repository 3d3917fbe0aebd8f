import { Title } from '@mantine/core'
import type { CostComponent, CostReport, CostRow } from '@mshahara/contract/cost-of-people'
import type { ReactNode } from 'react'
import { signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import {
  beyondIn,
  budgetIn,
  changeIn,
  headings,
  partWords,
  totalOf,
  unitRows,
  views,
} from './cost-words.ts'
import { NothingYet } from './summaries.tsx'

interface Props {
  report: CostReport
  stale?: boolean
}

type Against = Pick<CostComponent, 'cost' | 'before' | 'budget' | 'beyond'>

const figure = <Row,>(
  key: string,
  title: string,
  written: (row: Row) => string,
  yields?: 1 | 2 | 3,
): Column<Row> => ({
  ...{ key, title, align: 'right', oneLine: true, yields },
  render: (row) => <span className="figures">{written(row)}</span>,
})

/** Against the month before and the budget, where there is one. */
function againstColumns<Row extends Against>({ month_before, total }: CostReport): Column<Row>[] {
  const none = total.budget === null
  return [
    { ...amountColumn<Row>('before', monthName(month_before), ({ before }) => before, signed) },
    figure<Row>('change', 'Change', changeIn, 3),
    ...(none
      ? []
      : [
          figure<Row>('budget', 'Budget', budgetIn),
          figure<Row>('beyond', 'Against Budget', beyondIn, 3),
        ]),
  ]
}

const againstFooter = (total: CostRow) => ({
  cost: signed(total.cost),
  before: signed(total.before),
  change: changeIn(total),
  budget: budgetIn(total),
  beyond: beyondIn(total),
})

export function UnitTable({ report, view, stale }: Props & { view: 'department' | 'cost-centre' }) {
  const total = totalOf(report, view)
  const title = views.find(({ value }) => value === view)?.label ?? ''
  const columns: Column<CostRow>[] = [
    { key: 'name', title: headings[view], lead: true, render: ({ name }) => name },
    { ...amountColumn('gross', 'Gross Pay', ({ gross }: CostRow) => gross, signed), yields: 2 },
    {
      ...amountColumn('employer', 'Employer Adds', ({ employer }: CostRow) => employer, signed),
      yields: 2,
    },
    amountColumn('cost', 'Cost', ({ cost }) => cost, signed),
    ...againstColumns<CostRow>(report),
    figure<CostRow>('leave', 'Leave Pay', ({ leave }) => signed(leave), 1),
    figure<CostRow>('loans', 'Loans', ({ loans }) => signed(loans), 1),
  ]
  return (
    <Card title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={unitRows(report, view)}
        rowKey={({ id }) => id ?? ''}
        stale={stale}
        empty={<NothingYet />}
        footer={{
          name: 'Total',
          gross: signed(total.gross),
          employer: signed(total.employer),
          ...againstFooter(total),
          leave: signed(total.leave),
          loans: signed(total.loans),
        }}
      />
    </Card>
  )
}

export function ComponentTable({ report, stale }: Props) {
  const columns: Column<CostComponent>[] = [
    { key: 'name', title: headings.component, lead: true, render: ({ name }) => name },
    { key: 'part', title: 'Part', yields: 1, render: ({ part }) => partWords[part] },
    amountColumn('cost', 'Cost', ({ cost }) => cost, signed),
    ...againstColumns<CostComponent>(report),
  ]
  return (
    <Card title="By component">
      <DataTable
        label="By component"
        columns={columns}
        rows={report.components}
        rowKey={({ part, name }) => `${part} ${name}`}
        stale={stale}
        empty={<NothingYet />}
        footer={{ name: 'Total', ...againstFooter(totalOf(report, 'component')) }}
      />
    </Card>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <Title order={2} p="lg" pb="sm">
      {title}
    </Title>
    {children}
  </section>
)
