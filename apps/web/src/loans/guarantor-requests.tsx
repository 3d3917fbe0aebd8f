import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import type { GuarantorRequest } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, dateTime, ksh, wholeName } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { spoken } from '../lib/spoken.ts'
import { useAct } from '../ui/act.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCircleCheck, IconCircleX, IconEye, IconUsersGroup } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { purposeIn } from './apply-texts.ts'
import { pageTexts } from './page-texts.ts'
import { RejectForm } from './reject-form.tsx'
import { TermsText } from './terms-text.tsx'
import { loanTexts } from './texts.ts'

const applicantOf = ({ loan }: GuarantorRequest) => wholeName(loan.employee)

type Opened = { what: 'view' | 'approve' | 'reject'; request: GuarantorRequest } | null

/** What the signed-in employee was asked to guarantee, and what they stand for now. */
export default function GuarantorRequests() {
  const t = useTexts(loanTexts)
  const { employee_id } = useProfile()
  const [opened, setOpened] = useState<Opened>(null)
  const call = { params: { id: employee_id ?? '' } }
  const enabled = employee_id != null
  const read = useRead(loans.requests, call, { enabled })
  const { data: standing } = useRead(loans.standing, call, { enabled })
  const shown = enabled ? read : { ...read, data: [], isPending: false }
  const close = () => setOpened(null)
  return (
    <>
      <ListPage<GuarantorRequest>
        title={t.requests}
        heading={(count) => t.requestsHeading({ count })}
        read={shown}
        columns={columnsWith(t, (what, request) => setOpened({ what, request }))}
        rowKey={({ id }) => id}
        above={standing && <Exposure {...standing.guaranteed} />}
        search={{
          label: t.searchRequest,
          text: (row) =>
            [applicantOf(row), row.loan.amount, row.loan.purpose, row.status].join('\n'),
        }}
        empty={(searching) => (
          <Empty
            icon={IconUsersGroup}
            title={t.noRequests}
            text={searching ? t.adjust : t.noRequestsText}
          />
        )}
      />
      {opened?.what === 'view' && <View request={opened.request} onClose={close} />}
      {opened?.what === 'approve' && <Approve request={opened.request} onClose={close} />}
      {opened?.what === 'reject' && <Reject request={opened.request} onClose={close} />}
    </>
  )
}

/** What somebody answers for today. */
function Exposure({ count, outstanding }: { count: number; outstanding: number }) {
  const t = useTexts(loanTexts)
  if (count === 0) return null
  return (
    <Alert color="blue">
      {t.youGuarantee({ count })}
      <b className="figures">{ksh(outstanding)}</b>
      {t.stillOwed}
    </Alert>
  )
}

function columnsWith(
  t: InOne<typeof loanTexts>,
  open: (what: 'view' | 'approve' | 'reject', request: GuarantorRequest) => void,
): Column<GuarantorRequest>[] {
  return [
    { key: 'applicant', title: t.applicant, lead: true, render: applicantOf },
    amountColumn<GuarantorRequest>('amount', t.amount, ({ loan }) => loan.amount),
    {
      ...amountColumn<GuarantorRequest>('balance', t.balance, ({ loan }) => loan.outstanding),
      yields: 2,
    },
    {
      key: 'purpose',
      title: t.purpose,
      yields: 2,
      render: ({ loan }) => purposeIn(loan.purpose, spoken()),
    },
    { key: 'status', title: t.status, render: ({ status }) => <Status value={status} /> },
    {
      key: 'requested',
      title: t.requestedOn,
      oneLine: true,
      yields: 1,
      render: ({ created_at }) => date(created_at),
    },
    {
      key: 'actions',
      title: t.actions,
      actions: true,
      render: (row) => (
        <>
          <RowButton
            icon={IconEye}
            label={t.viewRequest({ name: applicantOf(row) })}
            onClick={() => open('view', row)}
          >
            {t.view}
          </RowButton>
          {row.status === 'pending' && (
            <>
              <RowButton
                icon={IconCircleCheck}
                label={t.approveRequest({ name: applicantOf(row) })}
                onClick={() => open('approve', row)}
              >
                {t.approve}
              </RowButton>
              <RowButton
                icon={IconCircleX}
                label={t.rejectRequest({ name: applicantOf(row) })}
                onClick={() => open('reject', row)}
              >
                {t.reject}
              </RowButton>
            </>
          )}
        </>
      ),
    },
  ]
}

interface Props {
  request: GuarantorRequest
  onClose: () => void
}

function View({ request, onClose }: Props) {
  const t = useTexts(pageTexts)
  const { balance } = useTexts(loanTexts)
  useReturnFocus()
  const { loan } = request
  const balanceOf: [string, ReactNode] = [balance, ksh(loan.outstanding)]
  const { employee } = loan
  return (
    <Modal opened onClose={onClose} title={t.request} size="lg">
      <Stack gap="lg">
        <section aria-label={t.applicant}>
          <Detail
            items={[
              [t.name, wholeName(employee)],
              [t.employeeNo, employee.employee_no],
              [t.department, employee.department?.name ?? t.notGiven],
              [t.designation, employee.designation?.name ?? t.notGiven],
            ]}
          />
        </section>
        <section aria-label={t.loan}>
          <Detail
            items={[
              [t.amount, ksh(loan.amount)],
              [t.loanStatus, <Status key="status" value={loan.state} />],
              [t.total, ksh(loan.total)],
              ...(loan.status === 'pending' ? [] : [balanceOf]),
              [t.appliedOn, date(loan.created_at)],
              [t.purpose, purposeIn(loan.purpose, spoken())],
            ]}
          />
        </section>
        <section aria-label={t.guarantor}>
          <Detail items={answerOf(request, t)} />
        </section>
      </Stack>
    </Modal>
  )
}

function answerOf(request: GuarantorRequest, t: InOne<typeof pageTexts>): [string, ReactNode][] {
  const { status, created_at, approved_at, rejected_at, rejection_reason } = request
  const items: [string, ReactNode][] = [
    [t.guarantorStatus, <Status key="status" value={status} />],
    [t.requestedOn, dateTime(created_at)],
  ]
  if (approved_at) items.push([t.approvedOn, dateTime(approved_at)])
  if (rejected_at) items.push([t.rejectedOn, dateTime(rejected_at)])
  if (rejection_reason) items.push([t.rejectionReason, rejection_reason])
  return items
}

function Approve({ request, onClose }: Props) {
  useReturnFocus()
  const t = useTexts(loanTexts)
  const approve = useAct(loans.approveRequest, { notice: t.approved })
  const agree = async () => {
    if (await approve.run({ params: { id: request.id } })) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t.approveTitle} size="lg">
      <Stack gap="md">
        <Text>{t.agree({ amount: ksh(request.loan.amount), name: applicantOf(request) })}</Text>
        <Text>
          {t.answersFor({ total: ksh(request.loan.total), months: request.loan.term_months })}
        </Text>
        <TermsText terms={request.terms} />
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button loading={approve.busy} onClick={() => void agree()}>
            {t.approve}
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}

function Reject({ request, onClose }: Props) {
  const t = useTexts(pageTexts)
  return (
    <RejectForm
      endpoint={loans.rejectRequest}
      title={t.rejectTitle}
      id={request.id}
      done={t.rejected}
      onClose={onClose}
    />
  )
}
