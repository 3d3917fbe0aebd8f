import { Button, Group, Stack, Text } from '@mantine/core'
import { makerChecker, type Proposal } from '@mshahara/contract/maker-checker'
import { useState } from 'react'
import { dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCircleCheck, IconCircleX } from '../ui/icons.ts'
import classes from './maker-checker.module.css'
import { StateTag } from './state-tag.tsx'

/** Before and after, who asked, and what whoever looks can do about it. */
export function Proposed({ proposal }: { proposal: Proposal }) {
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StateTag state={proposal.state} />
        <Text size="sm">{toldOf(proposal)}</Text>
      </Group>
      <Changes proposal={proposal} />
      {proposal.state === 'waiting' && <Acts proposal={proposal} />}
    </Stack>
  )
}

function toldOf({ own, maker, made_at, lapses_at, state, checker, decided_at, reason }: Proposal) {
  const asked = `${own ? 'You' : maker} asked on ${dateTime(made_at)}.`
  if (state === 'waiting') {
    const who = own ? 'Somebody else who may do this' : 'Anyone who may do this'
    return `${asked} ${who} has until ${dateTime(lapses_at)} to agree.`
  }
  if (state === 'agreed') return `${asked} ${checker} agreed on ${dateTime(decided_at ?? '')}.`
  if (state === 'sent back') return `${asked} ${checker} sent it back: ${reason}`
  if (state === 'void') return `${asked} It no longer applies: the details have changed since.`
  return asked
}

export function Changes({
  proposal: { shown, title },
}: {
  proposal: Pick<Proposal, 'shown' | 'title'>
}) {
  const compares = shown.some(({ before }) => before !== null)
  return (
    <table className={classes.changes} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">What</th>
          {compares && <th scope="col">Before</th>}
          <th scope="col">{compares ? 'After' : 'Now'}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ label, before, after }) => (
          <tr key={`${label} ${after}`}>
            <th scope="row">{label}</th>
            {compares && <Told text={before} />}
            <Told text={after} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An amount stays in one piece, however narrow the screen; an address may break anywhere. */
const Told = ({ text }: { text: string | null }) => (
  <td className="figures" data-amount={/^[-−+]?[\d,.]+%?$/.test(text ?? '') || undefined}>
    {text ?? '–'}
  </td>
)

function Acts({ proposal }: { proposal: Proposal }) {
  const { id, title, digest, own, may_check } = proposal
  const [returning, setReturning] = useState(false)
  const agree = useAct(makerChecker.agree, {
    ask: {
      title: 'Agree',
      text: `Do you agree to this? ${title}. It takes effect at once, and both names are recorded.`,
      action: 'Agree',
    },
    notice: ({ message }) => message,
  })
  const withdraw = useAct(makerChecker.withdraw, {
    ask: {
      title: 'Withdraw Request',
      text: 'Do you want to withdraw this request? Nothing will be changed.',
      action: 'Withdraw Request',
    },
    notice: ({ message }) => message,
  })
  if (own) {
    return (
      <Group>
        <Button
          variant="default"
          loading={withdraw.busy}
          onClick={() => void withdraw.run({ params: { id } })}
        >
          Withdraw Request
        </Button>
      </Group>
    )
  }
  if (!may_check) return <Text size="sm">Somebody else must agree to this.</Text>
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconCircleCheck size={16} aria-hidden />}
        loading={agree.busy}
        onClick={() => void agree.run({ params: { id }, body: { digest } })}
      >
        Agree
      </Button>
      <Button
        variant="default"
        leftSection={<IconCircleX size={16} aria-hidden />}
        onClick={() => setReturning(true)}
      >
        Send Back
      </Button>
      {returning && <SendBack id={id} onClose={() => setReturning(false)} />}
    </Group>
  )
}

const SendBack = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <FormModal
    endpoint={makerChecker.sendBack}
    title="Send Back"
    action="Send Back"
    params={{ id }}
    initial={{ reason: '' }}
    done="Sent back"
    onClose={onClose}
  >
    {(form) => <Reason form={form} first />}
  </FormModal>
)
