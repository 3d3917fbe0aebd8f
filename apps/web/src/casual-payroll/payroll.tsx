import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import {
  type CasualCheck,
  type CasualPayroll,
  casualPayrolls,
} from '@mshahara/contract/casual-payroll'
import { Suspense, useEffect } from 'react'
import { LawNotice } from '../casuals/index.ts'
import { useRead } from '../lib/api.ts'
import { date, ksh } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { PaymentState } from '../payouts/index.ts'
import { useAct } from '../ui/act.ts'
import { ChecksList } from '../ui/checks-list.tsx'
import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { dayNamed, peopleTold } from './days-told.ts'
import { RunActions } from './run-actions.tsx'
import { pageSizes, RunTable } from './run-table.tsx'
import { skippedWords } from './skipped.ts'

export default function CasualPayrollDetails() {
  const id = useParam('id')
  const may = useMay()
  const { state, change } = useListState({ sizes: pageSizes, perPage: 25 })
  const { page, perPage, search } = state
  const query = { offset: (page - 1) * perPage, limit: perPage, search: search.trim() }
  const { data: payroll, isPending } = useRead(
    casualPayrolls.get,
    { params: { id }, query },
    { keep: true },
  )
  // Specified: the status is kept in browser storage.
  useEffect(() => {
    if (payroll) sessionStorage.setItem('casualPayrollStatus', payroll.status)
  }, [payroll])
  return (
    <Page
      title="Casual Payroll Details"
      tab={payroll ? payroll.code : 'Casual Payroll Details'}
      subtitle={
        <Group gap="xs">
          <span>Manage payments for casual workers</span>
          {payroll && <Status value={payroll.status} />}
        </Group>
      }
      actions={
        payroll &&
        may(casualPayrolls.sheet) && (
          <SheetButtons endpoint={casualPayrolls.sheet} params={{ id }} />
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !payroll && <MissingPayroll to="/payrolls/casuals" />}
      {payroll && (
        <Stack gap="lg">
          <Banner payroll={payroll} />
          {payroll.status === 'confirmed' && (
            <Suspense fallback={null}>
              <PaymentState payroll_id={payroll.id} begun={payroll.payout !== null} />
            </Suspense>
          )}
          {payroll.status === 'draft' && <Checks payroll={payroll} />}
          <RunTable
            payroll={payroll}
            search={search}
            onSearch={(text) => void change({ search: text })}
            paging={{
              page,
              perPage,
              onPage: (next) => void change({ page: next }),
              onPerPage: (next) => void change({ perPage: next }),
            }}
          />
          <RunActions payroll={payroll} />
        </Stack>
      )}
    </Page>
  )
}

function Banner({ payroll }: { payroll: CasualPayroll }) {
  const { code, from, to, status, ticked_days, confirmed_by } = payroll
  const left = skippedWords(payroll)
  return (
    <Stack gap="xs">
      <Title order={2} className="figures">{`${code} - ${date(from)} to ${date(to)}`}</Title>
      {status === 'reversed' && (
        <Alert
          color="red"
          title={`Reversed by ${payroll.reversed_by}`}
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          {payroll.reversal_reason}
        </Alert>
      )}
      {ticked_days.length > 0 && (
        <Alert color="gray" py="xs" role="note" icon={<IconInfoCircle size={18} aria-hidden />}>
          {`Paid without a muster roll or in advance, ticked by ${confirmed_by}: ` +
            `${ticked_days.map(dayNamed).join(', ')}.`}
        </Alert>
      )}
      {left && (
        <Alert color="blue" py="xs" role="note" icon={<IconInfoCircle size={18} aria-hidden />}>
          {left}
        </Alert>
      )}
      {!payroll.statutory && <LawNotice />}
    </Stack>
  )
}

function Checks({ payroll }: { payroll: CasualPayroll }) {
  const may = useMay()
  const { data: checks } = useRead(casualPayrolls.checks, { params: { id: payroll.id } })
  const again = useAct(casualPayrolls.recalculate, { notice: 'Payroll recalculated successfully' })
  if (!checks) return null
  const changed = checks.some(({ kind }) => kind === 'inputs changed')
  return (
    <section className="card" aria-label="Checks before confirming">
      <Stack p="var(--card-pad)" gap="sm">
        <Group justify="space-between">
          <Title order={2}>Checks before confirming</Title>
          {may(casualPayrolls.recalculate) && (
            <Button
              variant={changed ? 'filled' : 'default'}
              size="xs"
              leftSection={<IconRefresh size={15} aria-hidden />}
              loading={again.busy}
              onClick={() => again.run({ params: { id: payroll.id } })}
            >
              Recalculate
            </Button>
          )}
        </Group>
        <ChecksList
          checks={checks.map((check) => ({
            ...check,
            ...remedies[check.kind],
            people: rowsOf(check),
          }))}
        />
        {changed && (
          <Text size="sm" c="dimmed">
            Recalculating works out everybody in this payroll again, by today's roll and records.
          </Text>
        )}
      </Stack>
    </section>
  )
}

/** What is left to do, where it is not a correction. */
const remedies: Partial<Record<CasualCheck['kind'], { remedy: string }>> = {
  'no roll': { remedy: 'to be put on the roll, or ticked when confirming' },
  'to come': { remedy: 'to be ticked when confirming' },
}

/** Those a check is about: people, or days by their names. */
const rowsOf = ({ people, days }: CasualCheck) => [
  ...people.map(({ casual_id, casual_no, ...person }) => ({
    ...person,
    id: casual_id,
    to: `/casual/${casual_id}`,
    number: casual_no,
  })),
  ...days.map(({ day, people: count, gross }) => ({
    id: day,
    to: '/muster-roll',
    name: dayNamed(day),
    number: peopleTold(count),
    detail: ksh(gross),
  })),
]
