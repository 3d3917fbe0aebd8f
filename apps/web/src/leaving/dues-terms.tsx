import { Checkbox, Select, SimpleGrid, Stack } from '@mantine/core'
import { type FinalDuesInput, leavingReasons, noticeOutcomes } from '@mshahara/contract/leaving'
import { lazy, type ReactNode, Suspense } from 'react'
import { words } from '../lib/format.ts'
import { Figure } from '../ui/money.tsx'

const Day = lazy(() => import('../ui/day.tsx'))

/** What decides about somebody's final dues, as it is typed: figures may be half written. */
export type Terms = {
  [Name in keyof FinalDuesInput]: FinalDuesInput[Name] extends number
    ? number | string
    : FinalDuesInput[Name]
}

const notices: Record<(typeof noticeOutcomes)[number], string> = {
  served: 'Served in full',
  paid: 'Paid by the employer instead',
  owed: 'Owed by the employee',
}

interface Props {
  terms: Terms
  change: (part: Partial<Terms>) => void
  /** What is wrong, by field. */
  faults: Readonly<Record<string, string>>
  employed: string
}

export function DuesTerms({ terms, change, faults, employed }: Props) {
  const figure: FigureOf = (name, label, description) => (
    <Figure
      label={label}
      description={description}
      value={terms[name]}
      onChange={(value) => change({ [name]: value })}
      error={faults[name]}
    />
  )
  const given = { terms, change, figure }
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Suspense fallback={null}>
          <Day
            label="Last working day"
            min={employed}
            value={terms.last_day}
            onChange={(last_day) => last_day && change({ last_day })}
            error={faults.last_day}
            allowDeselect={false}
          />
        </Suspense>
        <Select
          label="Reason"
          data={leavingReasons.map((value) => ({ value, label: words(value) }))}
          value={terms.reason}
          onChange={(value) => value && change({ reason: value as Terms['reason'] })}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Notice {...given} />
      {figure('leave_days', 'Leave days not taken', 'Paid as payrolls pay leave')}
      <ByYears {...given} />
      {figure('gratuity_percent', 'Gratuity by contract', 'Percent of basic pay for each month')}
      <Checkbox
        label="Service pay"
        description="For people in neither NSSF nor a pension scheme"
        checked={terms.service_pay}
        onChange={({ currentTarget: { checked } }) => change({ service_pay: checked })}
      />
    </Stack>
  )
}

type FigureOf = (name: keyof Terms, label: string, description?: string) => ReactNode
interface PartProps extends Pick<Props, 'terms' | 'change'> {
  figure: FigureOf
}

/** Severance and service pay are so many days for each completed year. */
function ByYears({ terms, change, figure }: PartProps) {
  const redundant = terms.reason === 'redundant'
  if (!redundant && !terms.service_pay) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {redundant && figure('severance_days', 'Severance days a year')}
      <Select
        label="A month's pay is divided by"
        data={['26', '30', '22'].map((value) => ({ value, label: `${value} days` }))}
        value={String(terms.severance_divisor)}
        onChange={(value) => value && change({ severance_divisor: Number(value) })}
        allowDeselect={false}
      />
    </SimpleGrid>
  )
}

function Notice({ terms, change, figure }: PartProps) {
  return (
    <>
      <Select
        label="Notice"
        data={noticeOutcomes.map((value) => ({ value, label: notices[value] }))}
        value={terms.notice}
        onChange={(value) => value && change({ notice: value as Terms['notice'] })}
        allowDeselect={false}
      />
      {terms.notice !== 'served' && (
        <SimpleGrid cols={{ base: 2, xs: 3 }}>
          {figure('notice_count', 'Length')}
          <Select
            label="In"
            data={[
              { value: 'days', label: 'Days' },
              { value: 'months', label: 'Months' },
            ]}
            value={terms.notice_unit}
            onChange={(value) => value && change({ notice_unit: value as Terms['notice_unit'] })}
            allowDeselect={false}
          />
          {figure('notice_served', 'Days served')}
        </SimpleGrid>
      )}
    </>
  )
}
