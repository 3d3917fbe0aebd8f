import { Anchor, Button, Select, SimpleGrid, Text } from '@mantine/core'
import type { Employee } from '@mshahara/contract/employees'
import {
  finalClaims,
  type LeavingAnswer,
  type LeavingRecord,
  leaving,
} from '@mshahara/contract/leaving'
import { monthAndYear, monthNames } from '@mshahara/contract/months'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSlice } from '../lib/api.ts'
import { date, fullName, ksh, signed, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Status } from '../ui/status.tsx'
import classes from './leaving.module.css'

const Day = lazy(() => import('../ui/day.tsx'))

interface Props {
  employee: Employee
  record: LeavingRecord
  run: LeavingAnswer['run']
}

/** Final dues are paid by a payroll of their own. */
export function FinalRun({ employee, record, run }: Props) {
  const may = useMay()
  const [opening, setOpening] = useState(false)
  return (
    <Card title="Final payroll">
      {run ? (
        <>
          <Figures run={run} />
          {run.status === 'confirmed' && <StillOwed employee={employee} />}
        </>
      ) : (
        <Text size="sm">
          It pays these dues to {fullName(employee)} alone, and is checked and confirmed like every
          payroll. What is owed beyond them becomes a claim, followed under{' '}
          <Anchor component={Link} to="/final-claims" inherit underline="always">
            Owed by Leavers
          </Anchor>
          .
        </Text>
      )}
      {!run && may(leaving.run) && (
        <Button mt="md" onClick={() => setOpening(true)}>
          Open Final Payroll
        </Button>
      )}
      {opening && <Opening employee={employee} record={record} onClose={() => setOpening(false)} />}
    </Card>
  )
}

function Figures({ run }: { run: NonNullable<Props['run']> }) {
  const { id, code, status, gross, total_deductions, net } = run
  const rows = [
    ['Gross', gross],
    ['Deductions', total_deductions],
    ['Net', net],
  ] as const
  return (
    <>
      <Anchor component={Link} to={`/payroll/${id}`} mr="sm">
        {code}
      </Anchor>
      <Status value={status} />
      <table className={classes.lines}>
        <tbody>
          {rows.map(([name, sum]) => (
            <tr key={name} data-sum={name === 'Net' || undefined}>
              <th scope="row">{name}</th>
              <td>{sum === null ? '–' : signed(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What these final dues could not take, and what became of it. */
function StillOwed({ employee }: Pick<Props, 'employee'>) {
  const search = employee.employee_no
  const { data } = useSlice(finalClaims.list, { which: 'all', search })
  const claim = data?.rows.find((one) => one.employee.id === employee.id)
  if (!claim) return null
  const left = claim.left > 0 ? `${ksh(claim.left)} is left` : `all of it is ${claim.state}`
  return (
    <Text size="sm" mt="sm">
      {`${ksh(claim.amount)} is owed beyond these dues, of which ${left}: `}
      <Anchor
        component={Link}
        to={`/final-claims?which=all&search=${encodeURIComponent(search)}`}
        inherit
        underline="always"
      >
        Owed by Leavers
      </Anchor>
    </Text>
  )
}

const years = (from: number) => {
  const last = Number(today().slice(0, 4)) + 1
  return Array.from({ length: Math.max(1, last - from + 1) }, (_, at) => String(from + at))
}

type OpeningProps = Pick<Props, 'employee' | 'record'> & { onClose: () => void }

function Opening({ employee, record: { last_day }, onClose }: OpeningProps) {
  const navigate = useNavigate()
  const { month, year } = monthAndYear(last_day)
  return (
    <FormModal
      endpoint={leaving.run}
      title="Final Payroll"
      action="Open Final Payroll"
      params={{ id: employee.id }}
      initial={{ month, year, pay_on: '' }}
      done="Final payroll opened successfully"
      onDone={({ data: { id } }) => navigate({ to: `/payroll/${id}` })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`The month it is taxed in: that of the last day, ${date(last_day)}, or a later one.`}
          </Text>
          <SimpleGrid cols={2}>
            <Select
              label="Month"
              data={[...monthNames]}
              allowDeselect={false}
              {...form.getInputProps('month')}
            />
            <Select
              label="Year"
              data={years(year)}
              allowDeselect={false}
              value={String(form.values.year)}
              error={form.errors.year}
              onChange={(value) => form.setFieldValue('year', Number(value))}
            />
          </SimpleGrid>
          <Suspense fallback={null}>
            <Day label="Pay Date" {...form.getInputProps('pay_on')} />
          </Suspense>
        </>
      )}
    </FormModal>
  )
}
