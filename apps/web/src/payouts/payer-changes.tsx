import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { PayerChange } from '@mshahara/contract/payer-changes'
import { payouts } from '@mshahara/contract/payouts'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconCircleCheck, IconCircleX, IconClock } from '../ui/icons.ts'
import classes from './payouts.module.css'

/** What has weakened the second person and does not count yet (C20), for whoever may pay. */
export default function PayerChanges() {
  const enabled = useMay()(payouts.payerChanges)
  const { data } = useRead(payouts.payerChanges, undefined, { enabled })
  if (!data?.length) return null
  return (
    <Alert
      color="yellow"
      title="Who may pay has changed"
      icon={<IconClock size={18} aria-hidden />}
    >
      <ul className={classes.changes}>
        {data.map((change) => (
          <li key={change.id}>
            <Change change={change} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Change({ change }: { change: PayerChange }) {
  const { what, made_by, made_at } = change
  return (
    <Stack gap="sm">
      <Text size="sm">
        <b>{what}.</b> {`Changed by ${made_by} on ${dateTime(made_at)}. ${whenOf(change)}`}
      </Text>
      <Acts change={change} />
    </Stack>
  )
}

function whenOf({ counts_from, objected_by, backed }: PayerChange): string {
  const agrees = backed ? 'somebody else who may pay agrees' : 'two people who may pay have agreed'
  return counts_from
    ? `This takes effect for payouts from ${dateTime(counts_from)} unless somebody objects, or as soon as ${agrees}.`
    : `${objected_by} has objected: this takes effect for payouts only once ${agrees}.`
}

function Acts({ change }: { change: PayerChange }) {
  const { id, what, may_agree, may_object, objected_by } = change
  const action = objected_by ? 'Agree Anyway' : 'Agree'
  const agree = useAct(payouts.agreeToChange, {
    ask: {
      title: 'Agree to This Change',
      text: `Do you agree to this? ${what}.`,
      action,
    },
    notice: ({ message }) => message,
  })
  const object = useAct(payouts.objectToChange, {
    ask: {
      title: 'Object to This Change',
      text: `Do you object to this? ${what}. It then takes effect only once somebody who may pay agrees, and everybody who may pay is notified.`,
      action: 'Object',
      danger: true,
    },
    notice: ({ message }) => message,
  })
  if (!may_agree && !may_object) return null
  return (
    <Group gap="sm">
      {may_agree && (
        <Button
          variant={objected_by ? 'default' : 'filled'}
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          loading={agree.busy}
          onClick={() => void agree.run({ params: { id } })}
        >
          {action}
        </Button>
      )}
      {may_object && (
        <Button
          variant="default"
          leftSection={<IconCircleX size={16} aria-hidden />}
          loading={object.busy}
          onClick={() => void object.run({ params: { id } })}
        >
          Object
        </Button>
      )}
    </Group>
  )
}
