import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { type CasualPayroll, casualPayrolls } from '@mshahara/contract/casual-payroll'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { LawNotice } from '../casuals/index.ts'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { WaitsFor } from '../maker-checker/index.ts'
import { PaymentState } from '../payouts/index.ts'
import { IconAlertTriangle, IconCash, IconInfoCircle } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { pageSizes, pagingOf } from '../ui/run-slips.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Checks } from './checks.tsx'
import { dayNamed } from './days-told.ts'
import { CasualPayrollActions } from './run-actions.tsx'
import { RunTable } from './run-table.tsx'
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
        payroll && (
          <>
            {payroll.status === 'confirmed' && payroll.cash.count > 0 && (
              <ToCash payroll={payroll} />
            )}
            {may(casualPayrolls.sheet) && (
              <SheetButtons endpoint={casualPayrolls.sheet} params={{ id }} />
            )}
          </>
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !payroll && <MissingPayroll to="/payrolls/casuals" />}
      {payroll && (
        <Stack gap="lg">
          <Banner payroll={payroll} />
          <Suspense fallback={null}>
            <WaitsFor id={payroll.id} />
          </Suspense>
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
            paging={pagingOf(state, change)}
          />
          <CasualPayrollActions payroll={payroll} />
        </Stack>
      )}
    </Page>
  )
}

/** The way to the list to sign, with how many have. */
function ToCash({ payroll: { id, cash } }: { payroll: CasualPayroll }) {
  return (
    <Button
      component={Link}
      to={`/casual-cash/${id}`}
      variant="default"
      leftSection={<IconCash size={16} aria-hidden />}
    >
      {`Cash Payments (${cash.paid} of ${cash.count})`}
    </Button>
  )
}

function Banner({ payroll }: { payroll: CasualPayroll }) {
  const { code, from, to, status, ticked_days, confirmed_by } = payroll
  const left = skippedWords(payroll)
  return (
    <Stack gap="xs">
      <Title order={2}>{`${code} - ${date(from)} to ${date(to)}`}</Title>
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
