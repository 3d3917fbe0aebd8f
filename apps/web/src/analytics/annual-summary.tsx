import { analytics } from '@mshahara/contract/analytics'
import { useRead } from '../lib/api.ts'
import { thisMonth } from '../lib/months.ts'
import { CasualCost } from './casual-cost.tsx'
import { PayrollSummary, Reported } from './summaries.tsx'

/** This year so far, for whoever may see it. */
export function AnnualSummary() {
  const year = thisMonth().slice(0, 4)
  const read = useRead(analytics.annual, { params: { year } })
  return (
    <Reported read={read}>
      {(report) => (
        <>
          <PayrollSummary title={`Payroll Annual Summary ${year}`} report={report} />
          <CasualCost title={`Casual Workers ${year}`} report={report} />
        </>
      )}
    </Reported>
  )
}
