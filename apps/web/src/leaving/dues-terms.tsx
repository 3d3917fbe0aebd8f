import { Checkbox, Select, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { counted } from '@mshahara/contract/counted'
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
  /** Days of leave in the balance on the last day, once they are known. */
  leave_left: number | undefined
}

export function DuesTerms({ terms, change, faults, employed, leave_left }: Props) {
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
      {figure('leave_days', 'Leave days not taken', leaveTold(leave_left))}
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

const leaveTold = (left: number | undefined) =>
  left ? `The balance has ${counted(left, 'day')} then` : 'Paid as payrolls pay leave'

const dayLabel = (days: string) => (days === '26' ? '26 days (default)' : `${days} days`)

type FigureOf = (name: keyof Terms, label: string, description?: string) => ReactNode
interface PartProps extends Pick<Props, 'terms' | 'change'> {
  figure: FigureOf
}

/** Severance and service pay are so many days for each completed year. */
function ByYears({ terms, change, figure }: PartProps) {
  const redundant = terms.reason === 'redundant'
  if (!redundant && !terms.service_pay) return null
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {redundant && figure('severance_days', 'Severance days a year')}
        <Select
          label="A month's pay is divided by"
          data={['26', '30', '22'].map((value) => ({ value, label: dayLabel(value) }))}
          value={String(terms.severance_divisor)}
          onChange={(value) => value && change({ severance_divisor: Number(value) })}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Taxed terms={terms} change={change} />
    </>
  )
}

/** Some advisers hold the statutory part exempt: who does so says why. */
function Taxed({ terms, change }: Omit<PartProps, 'figure'>) {
  const { exempt_reason } = terms
  return (
    <>
      <Checkbox
        label="Not taxed"
        description="By default severance and service pay are taxed as a lump sum"
        checked={exempt_reason !== null}
        onChange={({ currentTarget: { checked } }) =>
          change({ exempt_reason: checked ? '' : null })
        }
      />
      {exempt_reason !== null && (
        <Textarea
          label="Why they are not taxed"
          description="Printed on the statement; without a reason they are taxed"
          autosize
          minRows={2}
          value={exempt_reason}
          onChange={({ currentTarget: { value } }) => change({ exempt_reason: value })}
        />
      )}
    </>
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
