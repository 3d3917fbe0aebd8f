import { Alert, Anchor, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import {
  confirmedSubjects,
  type DetailProposalReviewed,
  type DetailSubject,
  detailProposals,
  detailSubjects,
} from '@mshahara/contract/my-details'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { type CallForm, useCallForm } from '../lib/form.ts'
import { dateTime, daysInWords } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { Card } from '../ui/card.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconAlertTriangle, IconIdBadge } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Tag } from '../ui/status.tsx'
import { Warnings } from '../ui/warnings.tsx'
import { Change, inOneLine } from './change.tsx'
import classes from './my-details.module.css'

type Form = CallForm<typeof detailProposals.decide>

/** Old and new side by side, for whoever may edit employees. */
export default function DetailProposal() {
  const id = useParam('id')
  const { data, isPending } = useRead(detailProposals.get, { params: { id } })
  const name = data && `${data.employee.first_name} ${data.employee.last_name}`
  return (
    <Page
      title="Proposed Change"
      tab={name ?? 'Proposed Change'}
      subtitle={
        data && (
          <Anchor component={Link} to={`/employee/${data.employee.id}`} inherit underline="always">
            {`${name} (${data.employee.employee_no})`}
          </Anchor>
        )
      }
    >
      {isPending && <HeadSkeleton label="Loading the proposal" />}
      {!isPending && !data && <Missing />}
      {data && (
        <Stack gap="lg" maw={860}>
          <Notes proposal={data} />
          <Proposed key={data.revision} proposal={data} />
          <Confirmed proposal={data} />
        </Stack>
      )}
    </Page>
  )
}

/** Decided once it is confirmed; before that only on purpose. */
function Proposed({ proposal }: { proposal: DetailProposalReviewed }) {
  const [early, setEarly] = useState(false)
  const decides = proposal.status === 'open' && !proposal.own
  if (decides && (proposal.ready || early)) return <Decision proposal={proposal} />
  return (
    <Card title="What is proposed">
      <Stack gap="lg">
        <Changes proposal={proposal} />
        {decides && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setEarly(true)}>
              Decide without the code
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

const Missing = () => (
  <section className="card">
    <Empty icon={IconIdBadge} title="This proposal was not found" />
  </section>
)

function Notes({ proposal }: { proposal: DetailProposalReviewed }) {
  const { status, ready, own, warnings, decided_by, decided_at, reason } = proposal
  if (status === 'withdrawn') return <Alert color="gray">The employee has withdrawn it.</Alert>
  if (status === 'decided') {
    return (
      <Alert color="blue">
        {`Decided by ${decided_by} on ${dateTime(decided_at ?? '')}.`}
        {reason && ` Reason: ${reason}`}
      </Alert>
    )
  }
  return (
    <>
      {own && (
        <Alert color="blue">This is your own proposal. Somebody else must decide on it.</Alert>
      )}
      {!ready && (
        <Alert color="yellow">
          The employee has not confirmed it by code yet: phone and bank account cannot be accepted.
        </Alert>
      )}
      <Warnings of={warnings.map(daysInWords)} />
    </>
  )
}

interface ChangesProps {
  proposal: DetailProposalReviewed
  form?: Form
}

function Changes({ proposal, form }: ChangesProps) {
  const person = proposal.status === 'open' ? proposal.employee : undefined
  return (
    <ul className={classes.list}>
      {proposal.changes.map((change) => (
        <li key={change.subject}>
          <Group justify="space-between" mb={8}>
            <Text fw={600}>{detailSubjects[change.subject]}</Text>
            {change.accepted !== null && (
              <Tag tone={change.accepted ? 'green' : 'red'}>
                {change.accepted ? 'Accepted' : 'Refused'}
              </Tag>
            )}
            {form && <Accept proposal={proposal} form={form} change={change} />}
          </Group>
          <Change change={change} person={person} />
          {change.now && (
            <Text size="sm" className="warning" mt={4}>
              {change.subject === 'photo'
                ? 'The photo was replaced since this was proposed.'
                : `Changed since this was proposed: it is now ${inOneLine(change.subject, change.now) || 'empty'}.`}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}

const needsCode = (subject: DetailSubject) => confirmedSubjects.includes(subject)

const mayAccept = (
  { ready }: DetailProposalReviewed,
  { subject, now }: DetailProposalReviewed['changes'][number],
) => now === null && (ready || !needsCode(subject))

interface AcceptProps extends Required<ChangesProps> {
  change: DetailProposalReviewed['changes'][number]
}

function Accept({ proposal, form, change }: AcceptProps) {
  const { accept } = form.values
  const { subject } = change
  return (
    <Checkbox
      label="Accept"
      aria-label={`Accept ${detailSubjects[subject].toLowerCase()}`}
      disabled={!mayAccept(proposal, change)}
      checked={accept.includes(subject)}
      onChange={({ currentTarget: { checked } }) =>
        form.setFieldValue(
          'accept',
          checked ? [...accept, subject] : accept.filter((one) => one !== subject),
        )
      }
    />
  )
}

function Decision({ proposal }: { proposal: DetailProposalReviewed }) {
  const { revision, changes, call } = proposal
  const { form, submit, busy } = useCallForm({
    endpoint: detailProposals.decide,
    params: { id: proposal.id },
    initial: {
      revision,
      accept: changes.filter((one) => mayAccept(proposal, one)).map(({ subject }) => subject),
      reason: '',
      called: false,
    },
    done: 'The employee has been notified.',
  })
  const accepted = form.values.accept.length
  const refused = changes.length - accepted
  const mustCall = call.length > 0 && form.values.accept.some(needsCode)
  return (
    <form onSubmit={submit} noValidate>
      <Card title="What is proposed">
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            Anything left unticked is refused.
          </Text>
          <Changes proposal={proposal} form={form} />
          {mustCall && <Called proposal={proposal} form={form} />}
          {refused > 0 && (
            <Textarea
              label="Reason for refusing"
              description="The employee reads it."
              autosize
              minRows={2}
              withAsterisk
              {...form.getInputProps('reason')}
            />
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={busy} color={accepted === 0 ? 'red' : undefined}>
              {actionOf(accepted, refused)}
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  )
}

function actionOf(accepted: number, refused: number) {
  if (accepted === 0) return 'Refuse'
  return refused === 0 ? 'Accept' : `Accept ${accepted}, refuse ${refused}`
}

function Called({ proposal, form }: Required<ChangesProps>) {
  const { call, employee } = proposal
  const number = employee.phone ? `on ${employee.phone}, the number on record` : 'in person'
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Stack gap="sm">
        {call.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
        <Checkbox
          label={`I have spoken to ${employee.first_name} ${number}, and they confirmed it.`}
          {...form.getInputProps('called', { type: 'checkbox' })}
        />
      </Stack>
    </Alert>
  )
}

function Confirmed({ proposal: { contacts, called } }: { proposal: DetailProposalReviewed }) {
  if (contacts.length === 0) return null
  return (
    <Card title="Confirmed by code">
      <Detail
        items={[
          ...contacts.map(({ which, by, to, confirmed_at }): [string, string] => [
            `${which === 'old' ? 'Contact on record' : 'New phone'}, ${by === 'text' ? 'text message' : 'email'} to ${to}`,
            confirmed_at ? dateTime(confirmed_at) : 'Not yet',
          ]),
          ...(called
            ? [['Called', 'Confirmed by phone by whoever decided'] as [string, string]]
            : []),
        ]}
      />
    </Card>
  )
}
