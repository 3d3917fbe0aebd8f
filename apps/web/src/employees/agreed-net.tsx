import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { employees } from '@mshahara/contract/employees'
import { useRead } from '../lib/api.ts'
import { ksh, today } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { noteBelow } from '../ui/fields.tsx'
import { Money } from '../ui/money.tsx'
import type { Section } from './form-values.ts'

/** The salary, as it was agreed: gross, or what the person is to have in hand of it. */

/** Once somebody stops typing. */
const pause_ms = 400

export const isNet = ({ form }: Section) => form.values.agreed_net !== null

export function SalaryAgreed(section: Section) {
  const { form, employee } = section
  const consultant = form.values.tos === 'Consultant'
  const agreed = isNet(section) ? 'net' : 'gross'
  function agree(next: string | null) {
    if (next === null || next === agreed) return
    if (next === 'net')
      form.setValues({ agreed_net: employee?.agreed_net ?? '', salary: undefined })
    else form.setValues({ agreed_net: null, salary: employee?.salary ?? '' })
  }
  return (
    <>
      {!consultant && (
        <Select
          label="Agreed"
          data={[
            { value: 'gross', label: 'Gross' },
            { value: 'net', label: 'Net' },
          ]}
          allowDeselect={false}
          value={agreed}
          onChange={agree}
        />
      )}
      {agreed === 'net' ? (
        <Net {...section} />
      ) : (
        <Money
          label={consultant ? 'Salary incl. VAT' : 'Salary'}
          {...form.getInputProps('salary')}
        />
      )}
    </>
  )
}

const Net = (section: Section) => (
  <Money
    label="Agreed Net"
    description={useGross(section)}
    {...noteBelow}
    {...section.form.getInputProps('agreed_net')}
  />
)

/** What the gross comes to, by the law of the month from which it counts. */
function useGross({ form, employee }: Section): string {
  const { values } = form
  const month = values.salary_from ?? employee?.next_salary_month ?? today().slice(0, 7)
  const { agreed_net, tos, dob, disability, disability_certificate_expiry } = values
  const { resident, primary_employment, nssf_tier2_contracted_out, nssf_continues } = values
  const { paye, nhif, nssf, housing, nita } = values
  const body = {
    ...{ agreed_net, month, tos, dob, disability, disability_certificate_expiry, resident },
    ...{ primary_employment, nssf_tier2_contracted_out, nssf_continues },
    ...{ paye, nhif, nssf, housing, nita },
  }
  const now = JSON.stringify(body)
  const [asked] = useDebouncedValue(now, pause_ms)
  const may = useMay()(employees.gross)
  const enabled = may && asked === now && typeof agreed_net === 'number' && agreed_net > 0
  const { data } = useRead(employees.gross, { body: JSON.parse(asked) }, { enabled, keep: true })
  const what = 'What is left of the salary after PAYE, SHIF, NSSF and Housing Levy.'
  if (!enabled || !data) return what
  return `${what} Gross ${ksh(data.gross)} by the law of ${monthName(month)}.`
}
