import { Group, List, SimpleGrid, Text } from '@mantine/core'
import { leaveApprovals } from '@mshahara/contract/leave-requests'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import Day from '../ui/day.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconTrash } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { SearchSelect } from '../ui/search-select.tsx'

/** A colleague decides in one's place for some days. */
export function Delegations({ onClose }: { onClose: () => void }) {
  const { data } = useRead(leaveApprovals.delegations)
  const end = useAct(leaveApprovals.endDelegation, { notice: ({ message }) => message })
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormModal
      endpoint={leaveApprovals.delegate}
      title="When I Am Away"
      action="Save"
      initial={{ delegate_id: '', from: today(), to: today() }}
      done="Delegation saved successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            This person also decides the leave requests that wait for you, from the first day to the
            last.
          </Text>
          {data && data.mine.length > 0 && (
            <List size="sm">
              {data.mine.map(({ id, name, from, to }) => (
                <List.Item key={id}>
                  <Group gap="xs">
                    {name}: {date(from)} to {date(to)}
                    <RowButton
                      icon={IconTrash}
                      label={`End the delegation to ${name}`}
                      busy={end.busy}
                      onClick={() => void end.run({ params: { id } })}
                    />
                  </Group>
                </List.Item>
              ))}
            </List>
          )}
          <SearchSelect
            label="Colleague"
            withAsterisk
            placeholder="Select a colleague"
            data={people}
            data-autofocus
            {...form.getInputProps('delegate_id')}
            value={form.values.delegate_id || null}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Day label="From" {...form.getInputProps('from')} />
            <Day label="To" {...form.getInputProps('to')} />
          </SimpleGrid>
        </>
      )}
    </FormModal>
  )
}
