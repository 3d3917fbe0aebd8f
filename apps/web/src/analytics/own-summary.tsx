import { Stack } from '@mantine/core'
import { fullName } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { useMonthly } from './monthly.ts'
import { RangeFields } from './range-fields.tsx'
import { DeductionsSummary, PayrollSummary, Reported } from './summaries.tsx'

/** What an employee earned, and what became of it. */
export function OwnSummary({ employee_id }: { employee_id: string }) {
  const profile = useProfile()
  const { range, sound, read, years, move } = useMonthly(employee_id)
  return (
    <section aria-labelledby="own-summary">
      <h2 id="own-summary" className="section-title">
        Report Summary for {fullName(profile)}
      </h2>
      <Stack gap="lg">
        <RangeFields range={range} years={years} onMove={move} />
        {sound && (
          <Reported read={read}>
            {(report, stale) => (
              <>
                <PayrollSummary title="Payroll Summary" report={report} stale={stale} />
                <DeductionsSummary title="Deductions Summary" report={report} stale={stale} />
              </>
            )}
          </Reported>
        )}
      </Stack>
    </section>
  )
}
