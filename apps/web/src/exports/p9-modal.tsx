import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { exports } from '@mshahara/contract/exports'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { today } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Produced, useProduced } from './produced.tsx'

interface Props {
  /** Without one: everybody, in one file. */
  employee_id?: string
  onClose: () => void
}

/** The tax deduction card of a year. */
export default function P9Modal({ employee_id, onClose }: Props) {
  useReturnFocus()
  const current = today().slice(0, 4)
  const [year, setYear] = useState<string | null>(current)
  const { data: years } = useRead(exports.years)
  const make = useAct(exports.p9)
  const produced = useProduced('P9 successfully exported')
  const working = produced.state !== null && 'job' in produced.state
  const choices = (years ?? [Number(current)]).map(String)

  async function download() {
    produced.forget()
    const body = { employee_id: employee_id ?? '', year: Number(year) }
    const answer = await make.run({ body })
    if (answer) produced.take(answer)
  }

  return (
    <Modal opened onClose={onClose} title="Download P9 Form">
      <Stack gap="md">
        <Select
          label="Select Tax Year"
          data={choices}
          value={year}
          onChange={(value) => {
            produced.forget()
            setYear(value)
          }}
          clearable
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          {employee_id
            ? "The P9 form contains the employee's tax information for the selected year."
            : 'The file has a P9 form for each employee, and a summary, for the selected year.'}
        </Text>
        <Produced state={produced.state} label="Writing the P9 forms" onDone={produced.end} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={make.busy || working} disabled={!year} onClick={() => void download()}>
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
