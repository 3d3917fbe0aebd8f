import type { Analytics } from '@mshahara/contract/analytics'
import { ksh } from '../lib/format.ts'
import { Chart, Totals } from '../ui/chart.tsx'
import { NothingYet } from './summaries.tsx'

interface Props {
  title: string
  report: Analytics & { staffCostTotal?: number }
  stale?: boolean
}

/** People paid by the day, apart from the employees; nothing where there are none. */
export function CasualCost({ title, report, stale }: Props) {
  const { casuals, staffCostTotal } = report
  if (!casuals || casuals.costTotal === 0) return null
  const items: [string, string][] = [['Casual Pay', ksh(casuals.grossTotal)]]
  // Where the law is not applied to casuals, their pay is what they cost.
  if (casuals.employerTotal > 0) {
    items.push(["Employer's contributions", ksh(casuals.employerTotal)])
    items.push(['Cost of casuals', ksh(casuals.costTotal)])
  }
  if (staffCostTotal !== undefined) {
    items.push(['Total staff cost, employees and casuals', ksh(staffCostTotal)])
  }
  return (
    <Chart
      title={title}
      labels={report.data.months}
      series={casuals.costDatasets}
      totals={<Totals items={items} />}
      note="The other figures on this page do not include casual workers."
      stale={stale}
      empty={<NothingYet />}
    />
  )
}
