import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type CheckerChange, makerChecker } from '@mshahara/contract/maker-checker'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { IconCircleCheck, IconCircleX, IconClock } from '../ui/icons.ts'

/** What has weakened the second person and does not count yet (C20). */

/** For whoever can agree or object. */
export function OwnChanges() {
  const { data } = useRead(makerChecker.changes)
  return <CheckerChanges of={data ?? []} />
}

export function CheckerChanges({ of }: { of: CheckerChange[] }) {
  if (of.length === 0) return null
  return (
    <Alert
      color="yellow"
      title="The second person has changed"
      icon={<IconClock size={18} aria-hidden />}
    >
      <Stack gap="md">
        {of.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </Stack>
    </Alert>
  )
}

function Change({ change }: { change: CheckerChange }) {
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

function whenOf({ counts_from, objected_by, backed }: CheckerChange): string {
  const agrees = backed
    ? 'somebody else with the right agrees'
    : 'two people with the right have agreed'
  return counts_from
    ? `This takes effect on ${dateTime(counts_from)} unless somebody objects, or as soon as ${agrees}.`
    : `${objected_by} has objected: this takes effect only once ${agrees}.`
}

function Acts({ change }: { change: CheckerChange }) {
  const { id, what, may_agree, may_object, objected_by } = change
  const action = objected_by ? 'Agree Anyway' : 'Agree'
  const agree = useAct(makerChecker.agreeToChange, {
    ask: { title: 'Agree to This Change', text: `Do you agree to this? ${what}.`, action },
    notice: ({ message }) => message,
  })
  const object = useAct(makerChecker.objectToChange, {
    ask: {
      title: 'Object to This Change',
      text: `Do you object to this? ${what}. It then takes effect only once somebody with the right agrees, and everyone concerned is notified.`,
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
