import type { Analytics } from '@mshahara/contract/analytics'
import { figures } from '@mshahara/contract/figures'
import { lazy, type ReactNode, Suspense } from 'react'
import { signedKsh } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { Chart, Totals } from '../ui/chart.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconChartBar } from '../ui/icons.ts'
import { ChartSkeleton } from '../ui/skeletons.tsx'
import type { OwnTexts } from './texts.en.ts'
import { ownTexts } from './texts.ts'

interface Props {
  title: string
  report: Analytics
  stale?: boolean
}

const inWords = <S extends { label: string }>(series: S[], t: OwnTexts) =>
  series.map((one) => ({ ...one, label: t.label(one) }))

/** What people earned and what became of it. */
export function PayrollSummary({ title, report, stale }: Props) {
  const t = useLaterTexts(ownTexts)
  const { months, grossDataset } = report.data
  const [gross, ...parts] = inWords(grossDataset, t)
  return (
    <Chart
      title={title}
      labels={months.map((label) => t.label({ label }))}
      whole={gross}
      series={parts}
      totals={
        <Totals
          items={[
            [t.gross, signedKsh(report.grossTotal)],
            [t.statutory, signedKsh(report.statutoryDeductionsTotal)],
            [t.other, signedKsh(report.otherDeductionsTotal)],
            [t.net, signedKsh(report.netTotal)],
          ]}
        />
      }
      stale={stale}
      empty={<NothingYet action={<Later />} />}
    />
  )
}

/** What the law takes, and NITA, which the employer pays on top (B6). */
export function DeductionsSummary({ title, report, stale }: Props) {
  const t = useLaterTexts(ownTexts)
  const { months, deductionDatasets } = report.data
  const deducted = inWords(deductionDatasets, t)
  const withheld: [string, string][] =
    report.withholdingTotal !== 0
      ? [[figures.withholding_tax.label, signedKsh(report.withholdingTotal)]]
      : []
  return (
    <Chart
      title={title}
      labels={months.map((label) => t.label({ label }))}
      series={deducted.filter(({ label }) => label !== figures.nita.label)}
      beside={deducted.find(({ label }) => label === figures.nita.label)}
      totals={
        <Totals
          items={[
            [t.tax, signedKsh(report.taxTotal)],
            [figures.health.label, signedKsh(report.nhifTotal)],
            [figures.nssf.label, signedKsh(report.nssfTotal)],
            [t.housing, signedKsh(report.housingTotal)],
            ...withheld,
            [figures.nita.label, signedKsh(report.nitaTotal)],
          ]}
        />
      }
      note={t.employersOwn}
      stale={stale}
      empty={<NothingYet />}
    />
  )
}

export function NothingYet({ action }: { action?: ReactNode }) {
  const t = useLaterTexts(ownTexts)
  return <Empty icon={IconChartBar} title={t.nothing} text={t.nothingText} action={action} />
}

const ToPayrolls = lazy(() => import('./to-payrolls.tsx'))
const Later = () => (
  <Suspense fallback={null}>
    <ToPayrolls />
  </Suspense>
)

interface Read {
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ReportedProps<T> {
  read: Read & { data?: T | null }
  children: (report: T, stale: boolean) => ReactNode
}

/** Waiting, failed, or the report. */
export function Reported<T>({ read, children }: ReportedProps<T>) {
  const t = useLaterTexts(ownTexts)
  if (read.data && !read.isError) return children(read.data, read.isPlaceholderData)
  if (!read.isError) return <ChartSkeleton label={t.loading} />
  return (
    <div className="card">
      <Failed title={t.failed} onRetry={() => void read.refetch()} />
    </div>
  )
}
