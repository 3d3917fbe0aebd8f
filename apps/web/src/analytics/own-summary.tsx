import { Stack } from '@mantine/core'
import { fullName } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { useMonthly } from './monthly.ts'
import { RangeFields } from './range-fields.tsx'
import { DeductionsSummary, PayrollSummary, Reported } from './summaries.tsx'
import { ownTexts } from './texts.ts'

/** What an employee earned, and what became of it. */
export function OwnSummary({ employee_id }: { employee_id: string }) {
  const profile = useProfile()
  const t = useLaterTexts(ownTexts)
  const { range, sound, read, years, move } = useMonthly(employee_id)
  return (
    <section aria-labelledby="own-summary">
      <h2 id="own-summary" className="section-title">
        {t.title({ name: fullName(profile) })}
      </h2>
      <Stack gap="lg">
        <RangeFields range={range} years={years} onMove={move} />
        {sound && (
          <Reported read={read}>
            {(report, stale) => (
              <>
                <PayrollSummary title={t.payroll} report={report} stale={stale} />
                <DeductionsSummary title={t.deductions} report={report} stale={stale} />
              </>
            )}
          </Reported>
        )}
      </Stack>
    </section>
  )
}
