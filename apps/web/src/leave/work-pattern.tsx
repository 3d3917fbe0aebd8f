import { Button, Group, SimpleGrid, Switch } from '@mantine/core'
import { leaveSettings } from '@mshahara/contract/leave'
import { useRead } from '../lib/api.ts'
import { type Body, useCallForm } from '../lib/form.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import AffectedLeaves from './affected-leave.tsx'

/** Whether this person works other days than the organisation; for whoever may change it. */
export function WorkPattern({ id }: { id: string }) {
  const enabled = useMay()(leaveSettings.changePattern)
  const { data } = useRead(leaveSettings.pattern, { params: { id } }, { enabled })
  return data ? <Form key={JSON.stringify(data)} id={id} initial={data} /> : null
}

type Values = Body<typeof leaveSettings.changePattern>

function Form({ id, initial }: { id: string; initial: Values }) {
  const { form, submit, busy } = useCallForm({
    endpoint: leaveSettings.changePattern,
    params: { id },
    initial,
    done: 'Working days updated successfully',
  })
  const flag = (name: 'own' | 'work_saturday' | 'work_sunday', label: string) => (
    <Switch
      label={label}
      disabled={name !== 'own' && form.values.own !== true}
      checked={form.values[name] === true}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
    />
  )
  return (
    <Card title="Working days">
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {flag('own', 'Differ from the organization’s')}
          {flag('work_saturday', 'Saturday is a working day')}
          {flag('work_sunday', 'Sunday is a working day')}
        </SimpleGrid>
        <AffectedLeaves
          change={form.isDirty() ? { what: 'pattern', employee_id: id, ...form.values } : null}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
            Save Working Days
          </Button>
        </Group>
      </form>
    </Card>
  )
}
