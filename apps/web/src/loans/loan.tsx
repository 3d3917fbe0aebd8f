import { Alert, Button, Stack, Text } from '@mantine/core'
import type { Loan, LoanGuarantor } from '@mshahara/contract/loan-fields'
import { loanAllows } from '@mshahara/contract/loan-states'
import { loanStatements, loans } from '@mshahara/contract/loans'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { date, dateTime, fullName, ksh, wholeName } from '../lib/format.ts'
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
import { Course } from './course.tsx'
import { CorrectDay, Decision } from './decision.tsx'
import { AddGuarantor } from './loan-forms.tsx'
import { Working } from './working.tsx'

/** One application, and what became of it. */
export default function LoanPage() {
  const id = useParam('id')
  const { role } = useProfile()
  const { data: loan, isPending } = useRead(loans.get, { params: { id } })
  const list = role === 'employee' ? '/my-loans' : '/loans'
  return (
    <Page
      title="Loan Application"
      subtitle={loan ? `${loan.product}, ${wholeName(loan.employee)}` : ' '}
      back={{ label: 'Back to Loans', to: list }}
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
          {loan.status === 'approved' && <Course loan={loan} />}
          <Card title="Terms accepted">
            <Text size="sm" lang="en">
              {loan.terms}
            </Text>
            <Text size="sm" c="dimmed" mt="sm">
              {`Accepted on ${dateTime(loan.accepted_at)}${loan.accepted_from ? ` from ${loan.accepted_from}` : ''}.`}
              {loan.translation &&
                ` The English text binds; the translation ${loan.translation} stood beside it.`}
            </Text>
          </Card>
        </Stack>
      )}
    </Page>
  )
}

/** As a PDF, made when it is asked for. */
function Statement({ id }: { id: string }) {
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
      Statement
    </Button>
  )
}

/** For the applicant, until it is decided. */
function Withdraw({ loan }: { loan: Loan }) {
  const { employee_id, role } = useProfile()
  const withdraw = useAct(loans.withdraw, {
    ask: {
      title: 'Withdraw Application',
      text: 'The application ends here, and whoever you asked to guarantee it is told.',
      action: 'Withdraw',
      danger: true,
    },
    notice: 'Loan application withdrawn successfully',
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
      Withdraw
    </Button>
  )
}

function Missing({ list }: { list: string }) {
  const navigate = useNavigate()
  return (
    <Empty
      icon={IconCoins}
      title="Loan application not found"
      action={
        <Button variant="default" onClick={() => void navigate({ to: list })}>
          Back to Loans
        </Button>
      }
    />
  )
}

/** What somebody should know before anything else. */
function Notices({ loan }: { loan: Loan }) {
  const notices: string[] = []
  if (loan.claim) {
    notices.push(
      `${fullName(loan.employee)} has left. ${ksh(loan.outstanding)} is a claim: what final pay could not cover.`,
    )
  } else if (loan.employee.status === 'terminated' && loan.outstanding > 0) {
    notices.push(
      `${fullName(loan.employee)} has left. Final pay takes what settles this loan, as far as the law allows.`,
    )
  }
  if (loan.in_default) {
    notices.push('This loan is in default: the borrower and the guarantors cannot take new loans.')
  } else if (loan.overdue > 0) {
    notices.push(`${ksh(loan.overdue)} is overdue; the next payroll takes it too, if pay allows.`)
  }
  return notices.map((text) => (
    <Alert key={text} color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {text}
    </Alert>
  ))
}

function Facts({ loan }: { loan: Loan }) {
  const { employee } = loan
  return (
    <>
      <Card title="Employee Information">
        <Detail
          items={[
            ['Name', wholeName(employee)],
            ['Employee No', employee.employee_no],
            ['Department', employee.department?.name ?? 'N/A'],
            ['Designation', employee.designation?.name ?? 'N/A'],
          ]}
        />
      </Card>
      <Card title="Loan Information">
        <Stack gap="md">
          <Detail
            items={[
              ['Amount', ksh(loan.amount)],
              ['Maximum Amount', ksh(loan.max_amount)],
              ['Applied On', date(loan.created_at)],
              ['Purpose', loan.purpose],
              ...(loan.withdrawn_at
                ? [['Withdrawn On', dateTime(loan.withdrawn_at)] as [string, string]]
                : []),
              ['Product', `${loan.product} (${loan.code})`],
              ['Repayment Term', loan.term_months === 1 ? '1 month' : `${loan.term_months} months`],
              ['Total Payable', ksh(loan.total)],
              ['Monthly Payment', ksh(loan.monthly)],
            ]}
          />
          <Working
            lines={[
              ...loan.working,
              { label: 'Maximum Amount', amount: loan.max_amount, working: loan.max_working },
            ]}
          />
        </Stack>
      </Card>
      {loan.approved_at && <Approval loan={loan} />}
    </>
  )
}

/** The day of the money can be corrected until something is paid. */
function Approval({ loan }: { loan: Loan }) {
  const corrects = useMay()(loans.correctDay)
  const [open, setOpen] = useState(false)
  const untouched = loanAllows(loan, 'correct') && loan.outstanding === loan.total
  return (
    <Card
      title="Approval Information"
      actions={
        corrects &&
        untouched && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            Correct Day
          </Button>
        )
      }
    >
      <Detail items={decisionOf(loan)} />
      {open && <CorrectDay loan={loan} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function decisionOf(loan: Loan): [string, ReactNode][] {
  const approved = loan.status === 'approved'
  const word = approved ? 'Approved' : 'Rejected'
  const items: [string, ReactNode][] = [
    [`${word} By`, loan.approver && fullName(loan.approver)],
    [`${word} On`, dateTime(loan.approved_at)],
  ]
  if (!approved) items.push(['Rejection Reason', loan.rejection_reason])
  if (approved) items.push(['Paid Out On', date(loan.disbursed_on)])
  if (loan.comments) items.push(['Comments', loan.comments])
  if (loan.tops_up) items.push(['Settles a Loan Of', ksh(loan.tops_up.amount)])
  return items
}

const columns: Column<LoanGuarantor>[] = [
  {
    key: 'number',
    title: 'Employee No',
    oneLine: true,
    yields: 2,
    render: ({ employee }) => employee.employee_no,
  },
  { key: 'name', title: 'Name', lead: true, render: ({ employee }) => wholeName(employee) },
  {
    key: 'department',
    title: 'Department',
    yields: 2,
    render: ({ employee }) => employee.department?.name ?? 'N/A',
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, left, rejection_reason }) => (
      <>
        <Status value={status} /> {left && <Tag tone="amber">Not active</Tag>}
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
    title: 'Requested On',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => date(created_at),
  },
]

/** The applicant may ask one more colleague until it is decided. */
function Guarantors({ loan }: { loan: Loan }) {
  const { employee_id, role } = useProfile()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  if (loan.guarantors_needed === 0) return null
  const owner = role === 'employee' && employee_id === loan.employee_id
  const offers = owner && may(loans.addGuarantor) && loanAllows(loan, 'ask')
  return (
    <Card
      flush
      title="Guarantors"
      actions={
        offers && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add Guarantor
          </Button>
        )
      }
    >
      <DataTable
        label="Guarantors"
        columns={columns}
        rows={loan.guarantors}
        rowKey={({ id }) => id}
        empty="No guarantors found for this loan application."
      />
      {adding && <AddGuarantor loan={loan} onClose={() => setAdding(false)} />}
    </Card>
  )
}
