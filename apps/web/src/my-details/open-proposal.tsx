import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import {
  type DetailContact,
  type DetailProposal,
  type MyDetails,
  myDetails,
} from '@mshahara/contract/my-details'
import { useState } from 'react'
import { refresh } from '../lib/api.ts'
import { useCallForm } from '../lib/form.ts'
import { useTexts } from '../lib/language.tsx'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { IconClock } from '../ui/icons.ts'
import { Tag } from '../ui/status.tsx'
import { Change } from './change.tsx'
import classes from './my-details.module.css'
import { detailTexts } from './texts.ts'

interface Props {
  mine: MyDetails
  proposal: DetailProposal
  onEdit: () => void
}

export function OpenProposal({ mine, proposal, onEdit }: Props) {
  const t = useTexts(detailTexts)
  const withdraw = useAct(myDetails.withdraw, {
    ask: { title: t.withdrawTitle, text: t.withdrawText, action: t.withdraw, danger: true },
    notice: t.withdrawn,
  })
  return (
    <Card title={t.open}>
      <Stack gap="lg">
        <Alert
          color={proposal.ready ? 'blue' : 'yellow'}
          icon={<IconClock size={18} aria-hidden />}
        >
          {proposal.ready ? t.waitsForThem : t.waitsForYou}
        </Alert>
        {proposal.contacts.map((contact) => (
          <Contact key={`${contact.which} ${proposal.revision}`} {...{ contact, proposal }} />
        ))}
        <ul className={classes.list}>
          {proposal.changes.map((change) => (
            <li key={change.subject}>
              <Title order={3} mb={4}>
                {t[change.subject]}
              </Title>
              <Change change={change} person={mine} />
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" loading={withdraw.busy} onClick={() => void withdraw.run()}>
            {t.withdraw}
          </Button>
          <Button variant="default" onClick={onEdit}>
            {t.edit}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

interface ContactProps {
  contact: DetailContact
  proposal: DetailProposal
}

/** One contact to confirm: the code is sent, read there, and entered here. */
function Contact({ contact, proposal: { revision } }: ContactProps) {
  const t = useTexts(detailTexts)
  const [sent, setSent] = useState<'usual' | 'email' | null>(null)
  const send = useAct(myDetails.sendCode, { notice: t.codeSent })
  const { which, by, to, confirmed_at, else_email } = contact
  const name =
    which === 'new' ? t.newContact({ to }) : by === 'text' ? t.oldPhone({ to }) : t.oldEmail({ to })
  const ask = async (road: 'usual' | 'email') => {
    const body = { which, revision, by_email: road === 'email' }
    if (await send.run({ body })) return setSent(road)
    // Perhaps it was changed in another tab.
    await refresh()
  }
  const toEmail = () => void ask('email')
  return (
    <section aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{name}</Text>
        {confirmed_at && <Tag tone="green">{t.confirmed}</Tag>}
      </Group>
      {!confirmed_at && (
        <Stack gap="sm" mt="xs" align="flex-start">
          {sent && <Code which={which} revision={revision} />}
          <Button
            variant={sent ? 'default' : 'filled'}
            loading={send.busy}
            onClick={() => void ask(sent ?? 'usual')}
          >
            {sent ? t.sendAgain : t.sendCode}
          </Button>
          {else_email && sent !== 'email' && (
            <div>
              <Anchor component="button" type="button" ta="start" py={8} onClick={toEmail}>
                {t.lostPhone}
              </Anchor>
              <Text size="sm" c="dimmed">
                {t.lostPhoneNote}
              </Text>
            </div>
          )}
        </Stack>
      )}
    </section>
  )
}

function Code({
  which,
  revision,
}: Pick<DetailContact, 'which'> & Pick<DetailProposal, 'revision'>) {
  const t = useTexts(detailTexts)
  const { form, submit, busy } = useCallForm({
    endpoint: myDetails.confirm,
    initial: { which, revision, otp: '' },
    onDone: refresh,
    onRefused: ({ status }) => (status === 409 ? refresh() : undefined),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          w={140}
          data-autofocus
          styles={{ input: { letterSpacing: '0.25em', fontVariantNumeric: 'tabular-nums' } }}
          {...form.getInputProps('otp')}
          onChange={({ currentTarget }) =>
            form.setFieldValue('otp', currentTarget.value.replace(/\D/g, ''))
          }
        />
        <Button type="submit" loading={busy}>
          {t.confirm}
        </Button>
      </Group>
    </form>
  )
}
