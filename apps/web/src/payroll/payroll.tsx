import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { counted } from '@mshahara/contract/counted'
import { exports } from '@mshahara/contract/exports'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows, runStateOf } from '@mshahara/contract/run-states'
import { Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { ExportControls } from '../exports/index.ts'
import { read, refresh, useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { WaitsFor } from '../maker-checker/index.ts'
import { PaymentState } from '../payouts/index.ts'
import { MailStates } from '../payslips/index.ts'
import { IconAlertTriangle } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Print } from '../ui/on-paper.tsx'
import { Page } from '../ui/page.tsx'
import { Progress } from '../ui/progress.tsx'
import { Recalculate } from '../ui/run-checks.tsx'
import { pageSizes, pagingOf } from '../ui/run-slips.tsx'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Checks } from './checks.tsx'
import { Filters } from './filters.tsx'
import { Headlines } from './headlines.tsx'
import { PaymentDay } from './payment-day.tsx'
import { PayrollActions } from './run-actions.tsx'
import { RunPaper } from './run-paper.tsx'
import { RunTable } from './run-table.tsx'

const filterNames = ['department_id', 'designation_id', 'work_station_id'] as const

export default function PayrollDetails() {
  const id = useParam('id')
  const { state, change } = useListState({ sizes: pageSizes, perPage: 25, filters: filterNames })
  const whole = { params: { id }, body: state.filters }
  const query = { offset: (state.page - 1) * state.perPage, limit: state.perPage }
  const { data: payroll, isPending } = useRead(payrolls.filter, { ...whole, query }, { keep: true })
  // A wide table takes a while to draw: it follows in small steps, so that clicks never wait.
  const drawn = useDeferredValue(payroll, null)
  // A confirmed run is opened for its files; before that they come after the figures.
  const files = payroll && (runStateOf(payroll) === 'confirmed' ? 'first' : 'last')
  const tools = payroll && allows(payroll, 'export') && payroll.status !== 'reversed' && (
    <Tools payroll={payroll} filter={state.filters} />
  )
  return (
    <Page
      title="Payroll Details"
      tab={payroll ? `${payroll.code}-${payroll.month}-${payroll.year}` : 'Payroll Details'}
      subtitle={payroll ? <Facts payroll={payroll} /> : ' '}
      actions={
        drawn && (
          <Print shown={drawn} load={() => read(payrolls.filter, whole)}>
            {(printed) => <RunPaper payroll={printed} />}
          </Print>
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !payroll && <MissingPayroll />}
      {payroll && (
        <Stack gap="lg">
          <Notices payroll={payroll} />
          <OwnPage payroll={payroll} />
          <Suspense fallback={null}>
            <WaitsFor id={payroll.id} />
          </Suspense>
          <PaymentDay payroll={payroll} />
          {allows(payroll, 'export') && (
            <Headlines payroll={payroll} filtered={Object.keys(state.filters).length > 0} />
          )}
          {files === 'first' && tools}
          {allows(payroll, 'change') && <Checks payroll={payroll} />}
          <Filters
            chosen={state.filters}
            onChange={(filters) => void change({ filters })}
            onReset={() =>
              void change({
                filters: Object.fromEntries(filterNames.map((name) => [name, null])),
              })
            }
          />
          {drawn && <RunTable payroll={drawn} paging={pagingOf(state, change)} />}
          {files === 'last' && tools}
          {allows(payroll, 'issue') && (
            <Suspense fallback={null}>
              <MailStates payroll_id={payroll.id} />
            </Suspense>
          )}
          {payroll.kind === 'monthly' && allows(payroll, 'export') && (
            <PageLink to={`/payrollRegister/${payroll.id}`} label="Compare with a Register" />
          )}
          <PayrollActions payroll={payroll} />
        </Stack>
      )}
    </Page>
  )
}

/** What runs of some kinds say of themselves is on a page of its own. */
function OwnPage({ payroll: { id, kind, payslips } }: { payroll: Payroll }) {
  if (kind === 'off_cycle') return <PageLink to={`/extraPayroll/${id}`} label="Amounts by Person" />
  if (kind === 'correction') {
    return <PageLink to={`/correction/${id}`} label="Lines of the Correction" />
  }
  const [slip] = payslips
  if (kind !== 'final' || !slip) return null
  return <PageLink to={`/final-dues/${slip.employee.id}`} label="Final Dues" />
}

const PageLink = ({ to, label }: { to: string; label: string }) => (
  <Group>
    <Button component={Link} to={to} variant="default">
      {label}
    </Button>
  </Group>
)

function Facts({ payroll }: { payroll: Payroll }) {
  const { code, title, pay_on, month, year, status, count } = payroll
  const named = title === null ? '' : `${title}, `
  return (
    <Group gap="xs">
      <Text fw={600} c="var(--mantine-color-text)">{`${code} - ${named}${month}, ${year}`}</Text>
      <Status value={status} />
      <Text size="sm">{`(${counted(count, 'payslip')})`}</Text>
      {pay_on && <Text size="sm">{`to be paid on ${date(pay_on)}`}</Text>}
    </Group>
  )
}

function Notices({ payroll }: { payroll: Payroll }) {
  const { reversal_reason, reversed_by, law_checked, job_id } = payroll
  const state = runStateOf(payroll)
  const warning = { variant: 'light', icon: <IconAlertTriangle size={18} aria-hidden /> } as const
  return (
    <>
      {state === 'calculating' && job_id && (
        <div className="card" style={{ padding: 'var(--card-pad)' }}>
          <Progress
            job={job_id}
            label="Working out the figures"
            onDone={() => void refresh()}
            onFailed={() => void refresh()}
          />
        </div>
      )}
      {state === 'failed' && (
        <Alert color="red" title="The figures could not be worked out" {...warning}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              The work was interrupted or failed, and nothing was changed. Recalculate this payroll,
              or delete it.
            </Text>
            <Recalculate endpoint={payrolls.recalculate} id={payroll.id} wanted />
          </Stack>
        </Alert>
      )}
      {state === 'reversed' && (
        <Alert color="red" title={`Reversed by ${reversed_by}`} {...warning}>
          {reversal_reason}
        </Alert>
      )}
      {allows(payroll, 'pay') && (
        <Suspense fallback={null}>
          <PaymentState payroll_id={payroll.id} begun={payroll.payout !== null} />
        </Suspense>
      )}
      {!law_checked && (
        <Alert color="yellow" title="The law has not been checked for this month yet" {...warning}>
          {`The figures for ${payroll.month} ${payroll.year} use the last known rates.`}
        </Alert>
      )}
    </>
  )
}

function Tools({ payroll, filter }: { payroll: Payroll; filter: Record<string, string> }) {
  const may = useMay()
  if (!may(exports.make)) return null
  return (
    <section className="card" aria-label="Export" style={{ padding: 'var(--card-pad)' }}>
      <Title order={2} mb="sm">
        Export
      </Title>
      <Suspense fallback={null}>
        <ExportControls payroll={payroll} filter={filter} />
      </Suspense>
    </section>
  )
}
