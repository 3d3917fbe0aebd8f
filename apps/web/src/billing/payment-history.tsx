import { Alert, Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { billing, type PaymentHistory as Story } from '@mshahara/contract/billing'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime, ksh } from '../lib/format.ts'
import { monthsLong } from '../lib/months.ts'
import { toast } from '../lib/toast.tsx'
import { Detail } from '../ui/detail.tsx'
import { noNumber, noteBelow, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Money } from '../ui/money.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { WayField } from './add-credit.tsx'
import classes from './plans.module.css'
import { WhichPayment } from './which-payment.tsx'

/** One order with its prompts and all that was said; and, where nobody else can, a decision. */
export function PaymentHistory({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus()
  const [deciding, setDeciding] = useState(false)
  const { data: story } = useRead(billing.story, { params: { id } })
  return (
    <>
      <Modal opened={!deciding} onClose={onClose} title="Payment Information" size="lg">
        {story ? (
          <Stack gap="md">
            <Facts story={story} />
            <Steps story={story} />
            {story.undecided && (
              <div className="modal-foot">
                <Button onClick={() => setDeciding(true)}>Decide</Button>
              </div>
            )}
          </Stack>
        ) : (
          <Waiting />
        )}
      </Modal>
      {deciding && story && <Decision story={story} onClose={() => setDeciding(false)} />}
    </>
  )
}

function Facts({ story }: { story: Story }) {
  const alarms = story.pushes.flatMap(({ alarm }) => alarm ?? [])
  return (
    <>
      {[...new Set(alarms)].map((alarm) => (
        <Alert key={alarm} color="yellow" py="xs">
          {alarm}
        </Alert>
      ))}
      <Detail
        items={[
          ['Organization', story.organization],
          ['Ordered by', story.ordered_by],
          ['Package', `${story.package}, ${monthsLong(story.duration)} (${story.type})`],
          ['Amount', ksh(story.amount)],
          ['Status', <Status key="status" value={story.state} />],
          ['Account reference', story.reference_no],
          ['Receipt', story.receipt_no ?? 'None'],
          ['Method', story.method ?? 'None'],
          ['Reference', story.reference ?? 'None'],
          ['Credit on the account', ksh(story.balance)],
          ['Reason', story.reason ?? 'None'],
        ]}
      />
    </>
  )
}

function Steps({ story: { pushes, steps } }: { story: Story }) {
  return (
    <div>
      <Text fw={650} mb={6}>
        What happened
      </Text>
      {pushes.map((push) => (
        <Text key={push.id} size="sm">
          {`Prompt for ${ksh(push.amount)} on ${push.phone}: ${push.state}`}
          {push.paid_amount !== null && `, ${ksh(push.paid_amount)} paid`}
          {push.receipt && `, receipt ${push.receipt}`}
          {push.applied === 'credit' && ', kept as credit'}
        </Text>
      ))}
      <ol className={classes.steps}>
        {steps.map(({ what, text, by, at }) => (
          <li key={`${at} ${what} ${text}`}>
            <span>{dateTime(at)}</span>
            <span>
              <b>{by ? `${what} (${by})` : what}</b>
              {`: ${text}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Decision({ story, onClose }: { story: Story; onClose: () => void }) {
  const inReview = story.pushes.find(({ id }) => id === story.undecided)?.state === 'review'
  const paid = story.pushes.find(({ id }) => id === story.undecided)?.paid_amount
  return (
    <FormModal
      endpoint={billing.decide}
      title="What Happened to It?"
      action="Save Decision"
      params={{ id: story.id }}
      initial={{
        outcome: '' as 'paid',
        method: 'M-PESA' as const,
        amount: paid ?? noNumber,
        reference: story.pushes.find(({ receipt }) => receipt)?.receipt ?? '',
        reason: '',
        nameless_id: undefined,
      }}
      send={(values) => (values.outcome === 'credit' ? values : { ...values, amount: null })}
      onDone={({ data }) => toast('success', data.message)}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <Text size="sm">{`${story.organization}: ${story.package}, ${ksh(story.amount)}`}</Text>
          <Radio.Group label="The money" {...form.getInputProps('outcome')}>
            <Stack gap="xs" mt="xs">
              <Radio value="paid" label="arrived in full: mark the order paid" data-autofocus />
              <Radio value="credit" label="arrived, but not as ordered: keep it as credit" />
              {inReview && (
                <Radio value="entered" label="was already entered by hand: give nothing more" />
              )}
              {inReview && <Radio value="unpaid" label="did not arrive: not paid" />}
            </Stack>
          </Radio.Group>
          {form.values.outcome === 'credit' && (
            <Money label="Amount" {...form.getInputProps('amount')} />
          )}
          <WayField form={form} />
          <TextInput
            label="Reference"
            description="From the M-PESA or bank statement where you found it."
            {...noteBelow}
            {...form.getInputProps('reference')}
          />
          {(form.values.outcome === 'paid' || form.values.outcome === 'credit') && (
            <WhichPayment
              organization_id={story.organization_id}
              amount={form.values.outcome === 'credit' ? (form.values.amount ?? 0) : story.amount}
              value={form.values.nameless_id}
              error={form.errors.nameless_id}
              onChange={(id) => {
                form.setFieldValue('nameless_id', id)
                form.clearFieldError('nameless_id')
              }}
            />
          )}
          <Reason form={form} />
        </Stack>
      )}
    </FormModal>
  )
}
