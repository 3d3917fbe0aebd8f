import { fullName } from '../lib/format.ts'
import { Page } from '../ui/page.tsx'
import { CasualCost } from './casual-cost.tsx'
import { EmployeeField } from './employee-field.tsx'
import { useMonthly } from './monthly.ts'
import { titleOf } from './range.ts'
import { RangeFields } from './range-fields.tsx'
import { DeductionsSummary, PayrollSummary, Reported } from './summaries.tsx'

export default function MonthlyReport() {
  const { range, employee, sound, read, years, move, setEmployee } = useMonthly()
  const person = read.data?.employee?.id === employee ? read.data.employee : null
  // Until the answer arrives, somebody known only by the id in the address has no name.
  const who = employee === '' ? 'All Employees' : person ? fullName(person) : '…'
  const title = titleOf(who, range)
  return (
    <Page title={`Report Summary: ${title}`} tab="Monthly Report">
      <RangeFields
        range={range}
        years={years}
        onMove={move}
        first={<EmployeeField value={employee} chosen={person} onChange={setEmployee} />}
      />
      {sound && (
        <Reported read={read}>
          {(report, stale) => (
            <>
              <PayrollSummary title={`Payroll Summary: ${title}`} report={report} stale={stale} />
              <DeductionsSummary
                title={`Deductions Summary: ${title}`}
                report={report}
                stale={stale}
              />
              <CasualCost title="Casual Workers" report={report} stale={stale} />
            </>
          )}
        </Reported>
      )}
    </Page>
  )
}
