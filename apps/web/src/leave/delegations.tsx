import { Group, List, SimpleGrid, Text } from '@mantine/core'
import { leaveApprovals } from '@mshahara/contract/leave-requests'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { useAct } from '../ui/act.ts'
import Day from '../ui/day.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconTrash } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { partTexts } from './part-texts.ts'

/** A colleague decides in one's place for some days. */
export function Delegations({ onClose }: { onClose: () => void }) {
  const t = useTexts(partTexts)
  const { data } = useRead(leaveApprovals.delegations)
  const end = useAct(leaveApprovals.endDelegation, { notice: ({ message }) => message })
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormModal
      endpoint={leaveApprovals.delegate}
      title={t.away}
      action={t.save}
      initial={{ delegate_id: '', from: today(), to: today() }}
      done={t.delegated}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">{t.delegationText}</Text>
          {data && data.mine.length > 0 && (
            <List size="sm">
              {data.mine.map(({ id, name, from, to }) => (
                <List.Item key={id}>
                  <Group gap="xs">
                    {t.delegation({ name, from: date(from), to: date(to) })}
                    <RowButton
                      icon={IconTrash}
                      label={t.endDelegation({ name })}
                      busy={end.busy}
                      onClick={() => void end.run({ params: { id } })}
                    />
                  </Group>
                </List.Item>
              ))}
            </List>
          )}
          <SearchSelect
            label={t.colleague}
            withAsterisk
            placeholder={t.selectColleague}
            data={people}
            data-autofocus
            {...form.getInputProps('delegate_id')}
            value={form.values.delegate_id || null}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Day label={t.from} {...form.getInputProps('from')} />
            <Day label={t.to} {...form.getInputProps('to')} />
          </SimpleGrid>
        </>
      )}
    </FormModal>
  )
}
