import { Modal, Select, Stack, Text } from '@mantine/core'
import { type JournalAccount, type JournalLine, journal } from '@mshahara/contract/journal'
import { departments } from '@mshahara/contract/structure'
import { useRead } from '../lib/api.ts'
import { useAct } from '../ui/act.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { asOptions } from './options.ts'

interface Props {
  line: JournalLine
  accounts: readonly JournalAccount[]
  onClose: () => void
}

/** Departments whose cost goes elsewhere. Render it only while open. */
export function ByDepartment({ line, accounts, onClose }: Props) {
  useReturnFocus()
  const list = useRead(departments.list).data ?? []
  const map = useAct(journal.map)
  const of = new Map(line.departments.map((one) => [one.department_id, one.account_id]))
  return (
    <Modal opened onClose={onClose} title={`${line.label}, by department`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Left empty, a department goes to the account of every department.
        </Text>
        {list.length === 0 && <Text>There are no departments yet.</Text>}
        {list.map(({ id, name }) => (
          <Select
            key={id}
            label={name}
            placeholder="As every department"
            data={asOptions(accounts)}
            value={of.get(id) ?? null}
            disabled={map.busy}
            searchable
            clearable
            onChange={(account_id) =>
              void map.run({ body: { line: line.line, department_id: id, account_id } })
            }
          />
        ))}
      </Stack>
    </Modal>
  )
}
