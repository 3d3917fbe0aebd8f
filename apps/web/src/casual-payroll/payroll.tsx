import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type CasualPayroll, casualPayrolls } from '@mshahara/contract/casual-payroll'
import { Suspense, useEffect } from 'react'
import { LawNotice } from '../casuals/index.ts'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { PaymentState } from '../payouts/index.ts'
import { useAct } from '../ui/act.ts'
import { ChecksList } from '../ui/checks-list.tsx'
import { IconInfoCircle, IconRefresh } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
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
  const { code, from, to } = payroll
  const left = skippedWords(payroll)
  return (
    <Stack gap="xs">
      <Title order={2} className="figures">{`${code} - ${date(from)} to ${date(to)}`}</Title>
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
            people: check.people.map(({ casual_id, casual_no, ...person }) => ({
              ...person,
              id: casual_id,
              to: `/casual/${casual_id}`,
              number: casual_no,
            })),
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
