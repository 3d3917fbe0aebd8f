import { Alert, Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  type Payout,
  type PayoutStory,
  payoutMethodNames,
  payouts,
  type RunOf,
} from '@mshahara/contract/payouts'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime, ksh, stamp } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { Detail } from '../ui/detail.tsx'
import { IconAlertTriangle, IconHelpCircle } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Status } from '../ui/status.tsx'
import { Decision } from './decision.tsx'
import classes from './payouts.module.css'

const every_ms = 2000
const moves = (story: PayoutStory | null | undefined) =>
  story?.payout.status === 'submitted' || story?.payout.status === 'processing'

interface Props {
  id: string
  /** Whose payroll it is of. */
  of: RunOf
  onClose: () => void
}

/** Everything that is known of one payout, and the decision where only a person can make it. */
export function PayoutHistory({ id, of, onClose }: Props) {
  useReturnFocus()
  const { data: story } = useRead(
    payouts.story,
    { params: { id } },
    { every_ms: (known) => (moves(known) ? every_ms : false) },
  )
  return (
    <Modal opened onClose={onClose} title="Payout Information" size="lg">
      {story ? (
        <Stack gap="lg">
          <Facts payout={story.payout} of={of} />
          {story.payout.status === 'review' && <Review story={story} />}
          <Steps steps={story.steps} />
        </Stack>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Modal>
  )
}

function Facts({ payout, of }: { payout: Payout; of: RunOf }) {
  const { name, account, bank, method, amount, rounding, status, told, alarm } = payout
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Status value={status} />
        {told && <Text size="sm">{told}</Text>}
      </Group>
      {alarm && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {alarm}
        </Alert>
      )}
      <Detail
        items={[
          [of === 'casuals' ? 'Name' : 'Account name', name],
          [
            of === 'casuals' ? 'Phone' : 'Account no',
            `${account}${method === 'bank' ? ` (${bank})` : ''}`,
          ],
          ['Date', dateTime(payout.created_at)],
          ['Paid by', payoutMethodNames[method]],
          [
            'Amount',
            <span key="amount" className="figures">
              {ksh(amount)}
            </span>,
          ],
          ...(rounding > 0 ? ([['Rounding', ksh(rounding)]] as [string, string][]) : []),
          ...(payout.paid_at
            ? ([['Paid on', dateTime(payout.paid_at)]] as [string, string][])
            : []),
        ]}
      />
      <section aria-label="Data">
        <Title order={3} mb={6}>
          Data
        </Title>
        <div className={classes.framed}>
          <Detail items={Object.entries(payout.meta)} />
        </div>
      </section>
    </Stack>
  )
}

/** A second person sees what the first one found out. */
function Review({ story: { payout, proposed } }: { story: PayoutStory }) {
  const may = useMay()(payouts.decide)
  const [deciding, setDeciding] = useState(false)
  const waits = proposed?.own
  return (
    <Alert
      color="yellow"
      title={proposed ? 'A decision is waiting for a second person' : 'Somebody has to decide'}
      icon={<IconHelpCircle size={18} aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {proposed
            ? `${proposed.own ? 'You' : proposed.by} found: ${proposed.paid ? 'paid' : 'not paid'}, reference ${proposed.reference}. ${proposed.reason}`
            : 'Look it up in the statement or portal of the bank or M-PESA. Only then say what happened to it: a payout wrongly called not paid would be paid twice.'}
        </Text>
        {may && (
          <Button variant={waits ? 'default' : 'filled'} onClick={() => setDeciding(true)}>
            {waits ? 'Correct Your Finding' : proposed ? 'Agree or Object' : 'Decide'}
          </Button>
        )}
      </Stack>
      {deciding && (
        <Decision payout={payout} proposed={proposed} onClose={() => setDeciding(false)} />
      )}
    </Alert>
  )
}

function Steps({ steps }: Pick<PayoutStory, 'steps'>) {
  const several = new Set(steps.map(({ attempt }) => attempt)).size > 1
  return (
    <section aria-label="What happened">
      <Title order={3} mb="sm">
        What happened
      </Title>
      <ol className={classes.story}>
        {steps.map(({ at, attempt, what, text, by, data }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end.
          <li key={index}>
            <Group gap="xs" justify="space-between">
              <Text size="sm" fw={600}>
                {several ? `${what} (attempt ${attempt})` : what}
              </Text>
              <Text size="sm" c="dimmed" className="figures">
                {stamp(at)}
              </Text>
            </Group>
            <Text size="sm">
              {text}
              {by && ` ${by}`}
            </Text>
            {data && (
              <details>
                <summary>Show the data</summary>
                <pre>{data}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      {steps.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been sent yet.
        </Text>
      )}
    </section>
  )
}
