import { Select } from '@mantine/core'
import { analytics } from '@mshahara/contract/analytics'
import { useRead } from '../lib/api.ts'
import { useListState } from '../lib/list-state.ts'
import { thisMonth } from '../lib/months.ts'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { CasualCost } from './casual-cost.tsx'
import { Departments, EmployerCost } from './employer-cost.tsx'
import { yearsOf } from './range.ts'
import { DeductionsSummary, PayrollSummary, Reported } from './summaries.tsx'

const settings = { sizes: [10], perPage: 10, filters: ['year'] }

export default function AnnualReport() {
  const { state, change } = useListState(settings)
  const given = state.filters.year ?? ''
  const year = /^20\d{2}$/.test(given) ? given : thisMonth().slice(0, 4)
  const read = useRead(analytics.annual, { params: { year } }, { keep: true })
  const years = yearsOf(read.data?.years ?? [], [year])
  return (
    <Page
      title={`Annual Report Summary ${year}`}
      actions={
        <>
          <SheetButtons endpoint={analytics.sheet} params={{ year }} />
          <Select
            aria-label="Year"
            w={150}
            data={years.map((value) => ({ value, label: `Year: ${value}` }))}
            value={year}
            onChange={(value) => value && void change({ filters: { year: value } })}
          />
        </>
      }
    >
      <Reported read={read}>
        {(report, stale) => (
          <>
            <PayrollSummary
              title={`Payroll Annual Summary ${year}`}
              report={report}
              stale={stale}
            />
            <DeductionsSummary
              title={`Deductions Annual Summary ${year}`}
              report={report}
              stale={stale}
            />
            {report.grossTotal > 0 && (
              <>
                <EmployerCost title={`Employer's Cost ${year}`} report={report} stale={stale} />
                <Departments title={`Departments ${year}`} report={report} stale={stale} />
              </>
            )}
            <CasualCost title={`Casual Workers ${year}`} report={report} stale={stale} />
          </>
        )}
      </Reported>
    </Page>
  )
}
