import { Button, Group, Select, SimpleGrid, Switch } from '@mantine/core'
import { leaveSettings } from '@mshahara/contract/leave'
import { useRead } from '../lib/api.ts'
import { type Body, useCallForm } from '../lib/form.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { Figure } from '../ui/money.tsx'

/** For whoever may change it. */
export function LeaveSettings() {
  const may = useMay()
  const { data } = useRead(leaveSettings.get, undefined, { enabled: may(leaveSettings.change) })
  return data ? <Form key={JSON.stringify(data)} initial={data} /> : null
}

function Form({ initial }: { initial: Body<typeof leaveSettings.change> }) {
  const { form, submit, busy } = useCallForm({
    endpoint: leaveSettings.change,
    initial,
    done: 'Leave settings updated successfully',
  })
  return (
    <Card title="Leave settings">
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          <Figure label="Remind approvers after (days)" {...form.getInputProps('remind_days')} />
          <Figure label="Ask the next after (days)" {...form.getInputProps('pass_on_days')} />
          <Select
            label="Month of joining earns"
            allowDeselect={false}
            data={[
              { value: 'pro rata', label: 'Its share by days' },
              { value: 'next month', label: 'Nothing before the next month' },
            ]}
            {...form.getInputProps('joiners')}
          />
          <Figure label="Working days of a month, for pay" {...form.getInputProps('day_divisor')} />
        </SimpleGrid>
        <Switch
          mt="md"
          label="Pay leavers what is left of their leave"
          description="With their last payroll. Otherwise its checks point out what is left."
          {...form.getInputProps('pay_leavers', { type: 'checkbox' })}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={busy} disabled={!form.isDirty()}>
            Save Settings
          </Button>
        </Group>
      </form>
    </Card>
  )
}
