import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Loan, LoanGuarantor } from '@mshahara/contract/loan-fields'
import { loanAllows } from '@mshahara/contract/loan-states'
import { loanStatements, loans } from '@mshahara/contract/loans'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { date, dateTime, fullName, ksh, wholeName } from '../lib/format.ts'
import { type InOne, useLanguage, useTexts } from '../lib/language.tsx'
import { useParam } from '../lib/param.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import {
  IconAlertTriangle,
  IconCircleX,
  IconCoins,
  IconDownload,
  IconPencil,
  IconUserPlus,
} from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Status, Tag } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { purposeIn } from './apply-texts.ts'
import { CancelApproval, CorrectDay, Decision } from './decision.tsx'
import { AddGuarantor } from './loan-forms.tsx'
import { pageTexts } from './page-texts.ts'
import { RepaymentSummary } from './repayment-summary.tsx'
import { Working } from './working.tsx'

type Said = InOne<typeof pageTexts>

/** One application, and what became of it. */
export default function LoanPage() {
  const t = useTexts(pageTexts)
  const id = useParam('id')
  const { role } = useProfile()
  const { data: loan, isPending } = useRead(loans.get, { params: { id } })
  const list = role === 'employee' ? '/my-loans' : '/loans'
  return (
    <Page
      title={t.title}
      subtitle={loan ? `${loan.product}, ${wholeName(loan.employee)}` : ' '}
      back={{ label: t.back, to: list }}
      actions={
        loan && (
          <>
            <Status value={loan.state} />
            {loan.status === 'approved' && <Statement id={loan.id} />}
            <Withdraw loan={loan} />
          </>
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !loan && <Missing list={list} />}
      {loan && (
        <Stack gap="lg">
          <Notices loan={loan} />
          <Decision loan={loan} />
          <Facts loan={loan} />
          <Guarantors loan={loan} />
          {loan.status === 'approved' && <RepaymentSummary loan={loan} />}
          <Card title={t.termsAccepted}>
            <Text size="sm" lang="en">
              {loan.terms}
            </Text>
            <Text size="sm" c="dimmed" mt="sm">
              {t.accepted({ at: dateTime(loan.accepted_at), from: loan.accepted_from })}
              {loan.translation && t.binds({ translation: loan.translation })}
            </Text>
          </Card>
        </Stack>
      )}
    </Page>
  )
}

/** As a PDF, made when it is asked for. */
function Statement({ id }: { id: string }) {
  const t = useTexts(pageTexts)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await call(loanStatements.file, { params: { id } }).catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {t.statement}
    </Button>
  )
}

/** For the applicant, until it is decided. */
function Withdraw({ loan }: { loan: Loan }) {
  const t = useTexts(pageTexts)
  const { employee_id, role } = useProfile()
  const withdraw = useAct(loans.withdraw, {
    ask: {
      title: t.withdrawTitle,
      text: t.withdrawText,
      action: t.withdraw,
      danger: true,
    },
    notice: t.withdrawn,
  })
  const owner = role === 'employee' && employee_id === loan.employee_id
  if (!owner || !loanAllows(loan, 'withdraw')) return null
  return (
    <Button
      variant="default"
      loading={withdraw.busy}
      leftSection={<IconCircleX size={16} aria-hidden />}
      onClick={() => void withdraw.run({ params: { id: loan.id } })}
    >
      {t.withdraw}
    </Button>
  )
}

function Missing({ list }: { list: string }) {
  const t = useTexts(pageTexts)
  const navigate = useNavigate()
  return (
    <Empty
      icon={IconCoins}
      title={t.missing}
      action={
        <Button variant="default" onClick={() => void navigate({ to: list })}>
          {t.back}
        </Button>
      }
    />
  )
}

/** What somebody should know before anything else. */
function Notices({ loan }: { loan: Loan }) {
  const t = useTexts(pageTexts)
  const name = fullName(loan.employee)
  const notices: string[] = []
  if (loan.claim) {
    notices.push(t.claim({ name, owed: ksh(loan.outstanding) }))
  } else if (loan.employee.status === 'terminated' && loan.outstanding > 0) {
    notices.push(t.leaving({ name }))
  }
  if (loan.in_default) {
    notices.push(t.inDefault)
  } else if (loan.overdue > 0) {
    notices.push(t.overdue({ owed: ksh(loan.overdue) }))
  }
  return notices.map((text) => (
    <Alert key={text} color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {text}
    </Alert>
  ))
}

function Facts({ loan }: { loan: Loan }) {
  const t = useTexts(pageTexts)
  const language = useLanguage()
  const { employee } = loan
  return (
    <>
      <Card title={t.employeeInformation}>
        <Detail
          items={[
            [t.name, wholeName(employee)],
            [t.employeeNo, employee.employee_no],
            [t.department, employee.department?.name ?? t.notGiven],
            [t.designation, employee.designation?.name ?? t.notGiven],
          ]}
        />
      </Card>
      <Card title={t.loanInformation}>
        <Stack gap="md">
          <Detail
            items={[
              [t.amount, ksh(loan.amount)],
              [t.maximum, ksh(loan.max_amount)],
              [t.appliedOn, date(loan.created_at)],
              [t.purpose, purposeIn(loan.purpose, language)],
              ...(loan.withdrawn_at
                ? [[t.withdrawnOn, dateTime(loan.withdrawn_at)] as [string, string]]
                : []),
              [t.product, `${loan.product} (${loan.code})`],
              [t.term, t.months({ count: loan.term_months })],
              [t.total, ksh(loan.total)],
              [t.monthly, ksh(loan.monthly)],
              ...(loan.tops_up && loan.status !== 'cancelled'
                ? [[t.settlesLoan, ksh(loan.tops_up.amount)] as [string, string]]
                : []),
            ]}
          />
          <Working
            lines={[
              ...loan.working,
              { label: t.maximumAmount, amount: loan.max_amount, working: loan.max_working },
            ]}
          />
        </Stack>
      </Card>
      {loan.approved_at && <Approval loan={loan} />}
    </>
  )
}

/** Until something is paid, its day can be corrected, and the approval be cancelled. */
function Approval({ loan }: { loan: Loan }) {
  const t = useTexts(pageTexts)
  const may = useMay()
  const [open, setOpen] = useState<'correct' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  const untouched = loan.outstanding === loan.total
  return (
    <Card
      title={t.decisionInformation}
      actions={
        untouched && (
          <Group gap="sm">
            {may(loans.correctDay) && loanAllows(loan, 'correct') && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setOpen('correct')}
              >
                Correct Day
              </Button>
            )}
            {may(loans.cancel) && loanAllows(loan, 'cancel') && (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<IconCircleX size={16} aria-hidden />}
                onClick={() => setOpen('cancel')}
              >
                Cancel Approval
              </Button>
            )}
          </Group>
        )
      }
    >
      <Detail items={decisionOf(loan, t)} />
      {open === 'correct' && <CorrectDay loan={loan} onClose={close} />}
      {open === 'cancel' && <CancelApproval loan={loan} onClose={close} />}
    </Card>
  )
}

function decisionOf(loan: Loan, t: Said): [string, ReactNode][] {
  const approved = loan.status !== 'rejected'
  const items: [string, ReactNode][] = [
    [approved ? t.approvedBy : t.rejectedBy, loan.approver && fullName(loan.approver)],
    [approved ? t.approvedOn : t.rejectedOn, dateTime(loan.approved_at)],
  ]
  if (!approved) items.push([t.rejectionReason, loan.rejection_reason])
  if (loan.disbursed_on) items.push([t.paidOutOn, date(loan.disbursed_on)])
  if (loan.comments) items.push([t.comments, loan.comments])
  if (loan.status === 'cancelled') {
    items.push([t.cancelledBy, loan.cancelled_by])
    items.push([t.cancelledOn, dateTime(loan.cancelled_at)])
    items.push([t.cancellationReason, loan.cancellation_reason])
  }
  return items
}

const columnsFor = (t: Said): Column<LoanGuarantor>[] => [
  {
    key: 'number',
    title: t.employeeNo,
    oneLine: true,
    yields: 2,
    render: ({ employee }) => employee.employee_no,
  },
  { key: 'name', title: t.name, lead: true, render: ({ employee }) => wholeName(employee) },
  {
    key: 'department',
    title: t.department,
    yields: 2,
    render: ({ employee }) => employee.department?.name ?? t.notGiven,
  },
  {
    key: 'status',
    title: t.status,
    render: ({ status, left, rejection_reason }) => (
      <>
        <Status value={status} /> {left && <Tag tone="amber">{t.notActive}</Tag>}
        {rejection_reason && (
          <Text size="sm" c="dimmed">
            {rejection_reason}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'requested',
    title: t.requestedOn,
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => date(created_at),
  },
]

/** The applicant may ask one more colleague until it is decided. */
function Guarantors({ loan }: { loan: Loan }) {
  const t = useTexts(pageTexts)
  const { employee_id, role } = useProfile()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  if (loan.guarantors_needed === 0) return null
  const owner = role === 'employee' && employee_id === loan.employee_id
  const offers = owner && may(loans.addGuarantor) && loanAllows(loan, 'ask')
  return (
    <Card
      flush
      title={t.guarantors}
      actions={
        offers && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t.addGuarantor}
          </Button>
        )
      }
    >
      <DataTable
        label={t.guarantors}
        columns={columnsFor(t)}
        rows={loan.guarantors}
        rowKey={({ id }) => id}
        empty={t.noGuarantors}
      />
      {adding && <AddGuarantor loan={loan} onClose={() => setAdding(false)} />}
    </Card>
  )
}
